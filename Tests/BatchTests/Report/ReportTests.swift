import Codecs
import Decoding
import Testing
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

// Channels without a file keep what is written, for `written`.
private func report(_ change: (inout ScanOptions) -> Void = { _ in }) -> Report {
  var options = ScanOptions(library: Array("/lib".utf8))
  change(&options)
  return Report(
    options,
    TerminalStyle(term: nil, noColor: nil, locale: nil),
    messages: OutputChannel(nil),
    events: OutputChannel(nil)
  )
}

private func outcome(_ name: String, problem: AudioFailure? = nil) -> RecordingResult {
  var outcome =
    problem.map { .decoded(RawPath(name), problem: $0) }
    ?? RecordingResult.made(RawPath(name), source: .decoded)
  outcome.written = problem == nil ? 1 : 0
  return outcome
}

private func totals(_ outcomes: RecordingResult...) -> RunTotals {
  var totals = RunTotals()
  for outcome in outcomes {
    totals.count(outcome)
  }
  return totals
}

private let out = Array("/out".utf8)

@Test func `a quiet run without failures prints nothing`() {
  let report = report { $0.verbosity = .quiet }
  let outcomes = [
    outcome("a.mp3"),
    outcome("b.m4a", problem: .unsupported(what: "AAC")),
  ]
  for outcome in outcomes {
    report.finished(outcome)
  }
  var progress = RunProgress()
  progress.elapsedSeconds = 1000
  report.progress(progress)
  // A long run, a note, and a picture that is gone: what a run without `-q` prints.
  report.say(.noCacheFolder)
  report.deleted(Array("x.png".utf8))
  report.done(totals(outcomes[0], outcomes[1]), pictures: out)
  #expect(report.written.messages.isEmpty)
  #expect(report.written.events.isEmpty)
}

@Test func `a quiet run names a failure once, not again when remembered`() {
  let quiet = report { $0.verbosity = .quiet }
  var known = outcome("known.mp3", problem: .empty)
  known.isRemembered = true
  quiet.finished(known)
  quiet.finished(outcome("new.mp3", problem: .gitLFSPointer))
  quiet.done(totals(known), pictures: out)
  #expect(
    quiet.written.messages == """
      1 .mp3 file: a Git LFS pointer instead of the recording. Run git lfs pull.
        new.mp3
      1 recording still cannot be read: wavethumb list /out --where status=failed

      """
  )

  let spared = report {
    $0.verbosity = .quiet
    $0.sparesKnownFailures = true
  }
  spared.finished(known)
  spared.done(totals(known), pictures: out)
  #expect(spared.written.messages.isEmpty)
}

// A user pastes them: unquoted, a name with a space is two, and one with a semicolon another command.
@Test func `names in commands that are suggested are quoted for a shell`() {
  #expect(PrintableName.shellWord("a/b-1.mp3".utf8) == "a/b-1.mp3")
  #expect(PrintableName.shellWord("Ep 1 - it's.mp3".utf8) == #"'Ep 1 - it'\''s.mp3'"#)
  #expect(PrintableName.shellWord("".utf8) == "''")
}

@Test func `a quiet run with --strict names unsupported files`() {
  let report = report {
    $0.verbosity = .quiet
    $0.isStrict = true
  }
  report.finished(outcome("b.m4a", problem: .unsupported(what: "AAC")))
  report.done(RunTotals(), pictures: out)
  #expect(report.written.messages.contains("b.m4a"))
}

@Test func `a verbose run prints a line for every file`() {
  let report = report { $0.verbosity = .everyFile }
  var unchanged = outcome("b\u{1B}.mp3")
  unchanged.written = 0
  unchanged.source = .unchanged
  var short = RecordingResult.made("a.mp3", source: .decoded) { $0.damage.truncated = true }
  short.written = 1
  let failed = outcome("c.mp3", problem: .gitLFSPointer)
  for result in [short, unchanged, failed] {
    report.finished(result)
  }
  #expect(
    report.written.messages == #"""
      drawn a.mp3 (decoded, ends early)
      unchanged b\x1b.mp3
      failed c.mp3: A Git LFS pointer instead of the recording. Run git lfs pull.

      """#
  )
}

@Test func `what a recording has lost is named with how much, and by -q once`() {
  func damaged(_ path: String, damage: Damage, source: OutcomeSource) -> RecordingResult {
    .made(RawPath(path), source: source) { $0.damage = damage }
  }
  // 665.2 s are 11:05, and 760 s are 12:40.
  let gaps = Damage(gaps: Damage.Gaps(count: 2, lostMs: 420, firstAt: 665.2))
  let records = [
    damaged("ep1.mp3", damage: gaps, source: .decoded),
    damaged("ep2.mp3", damage: Damage(truncated: true, missingMs: 760_000), source: .unchanged),
  ]
  var totals = RunTotals()
  let plain = report()
  let quiet = report { $0.verbosity = .quiet }
  for record in records {
    plain.finished(record, addingTo: &totals)
    quiet.finished(record)
  }
  plain.done(totals, pictures: [])

  let first = "ep1.mp3: 2 gaps, 0.4 s lost, first at 11:05\n"
  #expect(plain.written.messages.hasPrefix(first + "ep2.mp3: ends 12:40 early\n"))
  #expect(plain.written.messages.contains("1 damaged, 1 incomplete"))
  #expect(quiet.written.messages == first)

  // Exit status 3 has an explanation in later runs as well.
  let strict = report {
    $0.verbosity = .quiet
    $0.isStrict = true
  }
  strict.finished(records[1])
  strict.done(totals, pictures: out)
  #expect(
    strict.written.messages
      == "1 recording still damaged: wavethumb list /out --where findings=gaps,truncated\n"
  )

  var options = ScanOptions(library: [])
  #expect(totals.exitStatus(options) == .success)
  options.isStrict = true
  #expect(totals.exitStatus(options) == .someFailed)
}

@Test func `a loss of milliseconds is not rounded to nothing`() {
  let gap = Damage(gaps: Damage.Gaps(count: 1, lostMs: 24, firstAt: 65))
  #expect(gap.text == "1 gap, 24 ms lost, first at 1:05")
  // As tenths, 24 ms would be "0.0 s": from 100 ms on they say enough.
  #expect(Damage(truncated: true, missingMs: 99).text == "ends 99 ms early")
  #expect(Damage(truncated: true, missingMs: 100).text == "ends 0.1 s early")
}

@Test func `an option without effect is named with the option that it needs`() {
  let idle = [IdleOption("--dot-size"), IdleOption("--floor", needing: "--curve db")]
  #expect(
    RunNote.withoutEffect(idle).message
      == "--dot-size has no effect on what is asked for; --floor has no effect without --curve db"
  )
}

@Test func `a dry run lists pictures to draw and delete`() {
  let report = report { $0.isDryRun = true }
  report.finished(outcome("a.mp3"))
  report.deleted(Array("old.mp3.bars.png".utf8))
  report.done(totals(outcome("a.mp3")), pictures: out)
  #expect(
    report.written.messages == """
      would draw a.mp3
      would delete old.mp3.bars.png
      1 to draw; 0.0 s; nothing was written

      """
  )
}

@Test func `a check counts stale files even when quiet, and names them with -v`() {
  var stale = outcome("a.mp3")
  stale.staleReason = .changed
  let count = "1 file checked, 1 missing or stale; 0.0 s; run scan without --check to update\n"
  for (verbosity, names) in [
    (Verbosity.quiet, ""),
    (.normal, ""),
    (.everyFile, "stale a.mp3 (changed)\n"),
  ] {
    let report = report {
      $0.onlyChecks = true
      $0.verbosity = verbosity
    }
    report.finished(stale)
    report.done(totals(stale), pictures: out)
    #expect(report.written.messages == names + count)
  }
}

@Test func `without a terminal there is one plain line per minute`() {
  let report = report()
  var progress = RunProgress()
  progress.filesFound = 10
  // Two minutes and five seconds, with a file done each 12.5 s: 4 after a minute, and 9 after two.
  for tenth in 0..<1250 {
    progress.elapsedSeconds = Double(tenth) / 10
    progress.filesDone = tenth / 125
    report.progress(progress)
  }
  #expect(report.written.messages == "4 of 10+ files\n9 of 10+ files\n")
}

@Test func `files that are only counted are listed by a command that is given`() {
  let report = report { _ in }
  // 21 files, of which a run without `-q` names three.
  for number in 100...120 {
    report.finished(RecordingResult(RawPath("\(number).mp3"), FileProblem.decoding(.audio(.empty))))
  }
  report.done(RunTotals(), pictures: Array("my out".utf8))
  let line = "  and 18 more\nall of them: wavethumb list 'my out' --where status=failed\n"
  #expect(report.written.messages.contains(line), "\(report.written.messages)")
}

@Test func `gaps and early ends that are only counted are listed by a command that is given`() {
  let report = report()
  for number in 1...5 {
    report.finished(
      .made(RawPath("\(number).mp3"), source: .decoded) { $0.damage.truncated = true }
    )
  }
  report.done(RunTotals(), pictures: out)

  let line = """
    3.mp3: ends early
    2 more with gaps or an early end: wavethumb list /out --where findings=gaps,truncated

    """
  #expect(report.written.messages.contains(line), "\(report.written.messages)")
}

@Test func `a refused prune is reported even when quiet`() {
  let report = report { $0.verbosity = .quiet }
  report.say(.pruneTooMuch(doomed: 812, of: 1000))
  #expect(
    report.written.messages
      == "wavethumb: 812 of 1,000 pictures would be deleted: this looks like an unmounted disk, "
      + "so all are kept; use --force to delete them\n"
  )
}

@Test func `without a capable terminal there are no colors and no redrawn lines`() {
  let dumb = TerminalStyle(term: "dumb", noColor: nil, locale: "en_US.UTF-8")
  #expect(!dumb.isCapable)
  #expect(!dumb.usesColor)
  // What letters it has is another matter than what it can do with the cursor.
  #expect(dumb.usesUnicode)
  let plain = TerminalStyle(term: "xterm", noColor: "1", locale: "C")
  #expect(plain.isCapable)
  #expect(!plain.usesColor)
  #expect(!plain.usesUnicode)
  // By no-color.org, an empty variable is none.
  #expect(TerminalStyle(term: "xterm", noColor: "", locale: nil).usesColor)
}

@Test func `progress is an event once a second, for programs that read events`() {
  func events(at verbosity: Verbosity) -> [String] {
    let report = report {
      $0.writesEvents = true
      $0.verbosity = verbosity
    }
    var progress = RunProgress()
    progress.isCrawling = false
    progress.filesFound = 8
    progress.filesDone = 2
    progress.workFound = 100
    progress.workDone = 40
    for moment in [0.5, 1.0, 1.4, 1.9, 2.1, 3.5] {
      progress.elapsedSeconds = moment
      progress.secondsLeft = moment > 2 ? 3.2 : nil
      report.progress(progress)
    }
    return report.written.events.split(separator: "\n").map(String.init)
  }
  // None in the first second, so that a short run has none.
  let start = #"{"event":"progress","files":8,"filesDone":2,"fraction":0.4,"#
  let found = events(at: .normal)
  #expect(found.count == 3, "\(found)")
  let expected = [
    start + #""elapsed":1,"remaining":null}"#, start + #""elapsed":2.1,"remaining":3}"#,
  ]
  #expect(Array(found.prefix(2)) == expected)
  #expect(events(at: .quiet).isEmpty)
}
