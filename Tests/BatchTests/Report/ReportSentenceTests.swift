import Codecs
import Glibc
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import Decoding
@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

private func path(_ name: String) -> [UInt8] { Array(name.utf8) }

// One with a detail and one without, where there may be one: either has a sentence of its own.
private let everyProblem = problemsOfDecoding + problemsOfFiles

private let problemsOfDecoding: [ManifestProblem] = [
  .audio(.empty),
  .audio(.notAudio(what: "")),
  .audio(.notAudio(what: "HTML")),
  .audio(.gitLFSPointer),
  .audio(.unsupported(what: "AAC")),
  .audio(.unsupported(what: "")),
  .audio(.corrupt(detail: "")),
  .audio(.corrupt(detail: "lost sync")),
  .audio(.outOfLimits(.sampleRate, found: 99_000_000, limit: 10_000_000)),
  .audio(.tooLong(hours: 121, limit: 120)),
  .audio(.tooMuchWork(samplesPerByte: 1000)),
  .decoding(.ffmpegFailed(what: "WMA", reason: nil)),
  .decoding(.outOfMemory(megabytes: 512)),
  .decoding(.timeout(processorSeconds: 10)),
  .decoding(.stalled(seconds: 100)),
  .decoding(.crashed(signal: SIGSEGV)),
  .decoding(.crashed(signal: 0)),
  .decoding(.killed(signal: SIGKILL)),
  .decoding(.changed),
  .decoding(.unreadable(errno: EACCES)),
  .decoding(.beyondEnd(seconds: 3)),
]

private let problemsOfFiles: [ManifestProblem] = [
  ManifestProblem(.unreadableFolder(errno: EIO)),
  ManifestProblem(.notAFile(.pipe)),
  ManifestProblem(.notAFile(.danglingLink)),
  ManifestProblem(.writeFailed(errno: ENAMETOOLONG)),
  ManifestProblem(.foreignPicture),
  ManifestProblem(.sharedName(Array("A.wav".utf8))),
  ManifestProblem(.tooManyChannels),
]

extension ManifestProblem {
  fileprivate static func decoding(_ failure: DecodeFailure) -> ManifestProblem {
    ManifestProblem(.decoding(failure))
  }

  fileprivate static func audio(_ failure: AudioFailure) -> ManifestProblem {
    .decoding(.audio(failure))
  }
}

// Programs read codes, so that one is never renamed; the list is that of the documentation.
@Test func `every problem has a documented code and one or two short sentences`() {
  let codes: Set = [
    "empty", "not-audio", "corrupt", "unreadable", "not-a-file", "changed", "too-long", "timeout",
    "crashed", "out-of-limits", "git-lfs-pointer", "write-failed", "unsupported", "killed",
  ]
  #expect(Set(everyProblem.map(\.code)) == codes)
  for problem in everyProblem {
    #expect(problem.message.hasSuffix("."))
    #expect(problem.message.first?.isUppercase == true, "\(problem.message)")
    // Two lines of a terminal, about.
    #expect(problem.message.count < 160)
  }
}

@Test(arguments: [
  (
    AudioFailure.notAudio(what: "HTML"),
    "Not audio (HTML). Copy or download the recording again, or --exclude the path."
  ),
  (
    .unsupported(what: "AAC"),
    "AAC is not supported. ffmpeg may read it if it is installed and --ffmpeg is not off; --ffmpeg all is for video."
  ),
  (
    .corrupt(detail: "lost\u{1B}sync. \n"),
    #"Damaged: lost\x1bsync. Copy the recording again, or repair it with an audio editor."#
  ),
  (
    .outOfLimits(.channels, found: 65535, limit: 1024),
    "The header has impossible values: 65,535 channels, and 1,024 is the limit. "
      + "Copy the recording again, or repair it with an audio editor."
  ),
  (
    .unreadable(errno: 13),
    "Cannot be read: permission denied. Give the user who runs wavethumb read permission."
  ),
  (.unreadable(errno: 999), "Cannot be read: system error 999."),
])
func `a problem is printed with cause and cure`(problem: AudioFailure, message: String) {
  #expect(ManifestProblem.audio(problem).message == message)
}

@Test func `a decoder without progress is reported with its time and the option for more`() {
  #expect(
    ManifestProblem.decoding(.timeout(processorSeconds: 2.5)).message
      == "The decoder made no progress in 2.5 s of processor time. "
      + "Use --timeout to allow more, or copy the recording again."
  )
}

@Test func `problems are grouped by cause, failures first, names sorted`() {
  var groups = ProblemGroups(namesShown: 2)
  for name in ["c.m4a", "b.M4A", "a.m4a"] {
    groups.add(path(name), with: .audio(.unsupported(what: "AAC")))
  }
  groups.add(path("Show/x.mp3"), with: .audio(.empty))
  groups.add(path("Show/y.ogg"), with: .audio(.empty))
  groups.add(path("z.wav"), with: .audio(.corrupt(detail: "no data")))
  #expect(
    groups.lines() == [
      "2 files: empty. Copy or download the recording again, or --exclude the path.",
      "  Show/x.mp3",
      "  Show/y.ogg",
      "1 .wav file: damaged. Copy the recording again, or repair it with an audio editor.",
      "  z.wav (no data)",
      "3 .m4a files: AAC is not supported. ffmpeg may read it if it is installed and --ffmpeg is not off; --ffmpeg all is for video.",
      "  a.m4a",
      "  b.M4A",
      "  and 1 more",
    ]
  )
  #expect(groups.unnamed == [.unsupported])
}

@Test func `the named files do not depend on the order of completion`() {
  // Many more than are named, since children of a run end in any order.
  let names = (0..<200).map { number in path("\(number).mp3") }
  var forward = ProblemGroups(namesShown: 5)
  var backward = ProblemGroups(namesShown: 5)
  for name in names {
    forward.add(name, with: .audio(.empty))
  }
  for name in names.reversed() {
    backward.add(name, with: .audio(.empty))
  }
  #expect(forward.lines() == backward.lines())
}

@Test func `the last line says what was done, how fast, and where`() {
  var totals = RunTotals()
  totals.files = 1660
  totals.drawn = 1204
  totals.written = 2408
  totals.bytesWritten = 975_175_680
  totals.unchanged = 36
  totals.damaged = 2
  totals.incomplete = 12
  totals.lossy = 13
  totals.silent = 3
  totals.unsupported = 413
  totals.waitingForFFmpeg = 412
  totals.failed = 8
  totals.linkedFoldersNotEntered = 1
  totals.withoutExtension = 5
  // 4:12, in which 812 times as much sound was decoded.
  totals.elapsedSeconds = 252
  totals.secondsDecoded = 252 * 812
  #expect(
    TotalsLine.text(
      totals,
      of: ScanOptions(library: path("/lib")),
      pictures: path("/lib/.wavethumb")
    )
      == "1,204 drawn (2,408 files, 930 MiB), 36 unchanged, "
      + "413 unsupported (412 files need ffmpeg), 8 failed, "
      + "1 linked folder not entered (--follow), 5 skipped without an extension; "
      + "2 damaged, 12 incomplete, 3 silent; 4:12, 812x realtime; pictures in /lib/.wavethumb"
  )
}

@Test func `the last line counts the files that --ffmpeg would read`() {
  var totals = RunTotals()
  totals.files = 3
  totals.unsupported = 3
  totals.waitingForFFmpeg = 2
  let line = TotalsLine.text(
    totals,
    of: ScanOptions(library: path("/lib")),
    pictures: path("/out"),
    hasFFmpeg: true
  )
  #expect(line.hasPrefix("3 unsupported (2 may be read with --ffmpeg); "))
}

@Test func `the last line of a run with nothing to do is short`() {
  var totals = RunTotals()
  totals.files = 3
  totals.unchanged = 3
  totals.elapsedSeconds = 0.04
  var options = ScanOptions(library: path("/lib"))
  func line() -> String {
    TotalsLine.text(totals, of: options, pictures: path("/out"))
  }
  #expect(line() == "3 unchanged; 0.0 s; pictures in /out")
  options.isDryRun = true
  #expect(line() == "3 unchanged; 0.0 s; nothing was written")
  options.onlyChecks = true
  #expect(line() == "3 files checked; 0.0 s; all up to date")
}

@Test func `a folder without recordings is reported`() {
  let line = TotalsLine.text(
    RunTotals(),
    of: ScanOptions(library: path("/lib\u{7}")),
    pictures: path("/out")
  )
  #expect(line == #"no recordings in "/lib\x07" (mp3, flac, wav, ogg, opus, m4a…)"#)
  var options = ScanOptions(library: path("/lib"))
  options.shard = Shard(2, of: 9)
  let part = TotalsLine.text(RunTotals(), of: options, pictures: path("/out"))
  #expect(part == #"part 2 of 9 has no recordings of "/lib""#)
}

@Test func `outcomes are counted`() {
  var totals = RunTotals()
  var drawn = RecordingResult.made("a", source: .decoded) { $0.damage.truncated = true }
  drawn.written = 2
  totals.count(drawn)
  totals.count(.made("b", source: .unchanged))
  totals.count(.decoded("c", problem: .empty))
  totals.count(RecordingResult("d", .decoding(.ffmpegFailed(what: "AAC", reason: nil))))
  #expect(totals.files == 4)
  // Each file is counted once.
  #expect(totals.drawn + totals.unchanged + totals.failed + totals.unsupported == 4)
  #expect(totals.written == 2)
  #expect(totals.incomplete == 1)
  #expect(totals.decoded == 2)

  var options = ScanOptions(library: [])
  #expect(totals.exitStatus(options) == .someFailed)
  totals.failed = 0
  #expect(totals.exitStatus(options) == .success)

  options.isStrict = true
  #expect(totals.exitStatus(options) == .someFailed)
  totals.stale = 1
  options.isStrict = false
  options.onlyChecks = true
  #expect(totals.exitStatus(options) == .stale)
}

@Test(arguments: [
  (
    RunFailure.outputUnwritable(Array("/lib".utf8), errno: 30),
    #"pictures cannot be written to "/lib": the file system is read-only; use --output DIR"#
  ),
  (
    .outputHeld(Array("/lib".utf8), process: 812),
    #"another scan, process 812, is writing to "/lib""#
  ),
  (
    .libraryIsNoFolder(Array("a.mp3".utf8)),
    #""a.mp3" is not a folder; one recording is drawn by: wavethumb render a.mp3"#
  ),
  (
    .outputIsInput(Array("a.mp3".utf8)),
    #""a.mp3" is the input and would be overwritten: choose another -o"#
  ),
  (
    .foreignFile(Array("a.png".utf8)),
    #""a.png" was not made by wavethumb and is kept; choose another -o"#
  ),
  (
    .badMarkers(Array("a.txt".utf8), detail: "x"),
    #""a.txt" has no readable markers: x"#
  ),
])
func `the message for a run that cannot begin suggests a cure`(
  failure: RunFailure,
  sentence: String
) {
  #expect(failure.message == sentence)
}

@Test func `missing sandbox layers are named with the reason`() {
  let missing = SandboxReport.Missing(layer: .landlock, reason: .forbidden(errno: 1))
  #expect(
    RunFailure.noWorker(.layer(missing)).message
      == "--isolation require is not possible here: missing landlock (permission denied); "
      + "use --isolation auto to use the available layers"
  )
  #expect(
    RunFailure.noWorker(.ended(status: 0, signal: 31)).message
      == "nothing can be decoded: the decoding process was killed by SIGSYS; "
      + "use --isolation off to decode without a sandbox"
  )

  let layers = SandboxReport(inWorkers: true, active: [.limits], missing: [missing])
  #expect(
    RunNote.isolation(layers).message
      == "decoders are sandboxed by separate processes, limits; "
      + "missing here: landlock (permission denied)"
  )
}

@Test func `every failure of a run has a message`() {
  let path = path("p")
  let failures: [RunFailure] = [
    .libraryMissing(path), .unreadable(path, errno: 13), .outputLost(path, errno: 28),
    .foreignManifest(path), .noFFmpeg, .noWorker(.silent), .pictureImpossible(detail: "x"),
    .noCacheFolder, .cacheUnusable(path, errno: 13), .standardOutputLost(errno: 28),
    .foreignFile(path), .inputMissing(path), .outputIsInput(path),
    .pictureToTerminal, .badBars(path, detail: "x"), .badMarkers(path, detail: "x"),
    .badOverlay(path, detail: "x"),
  ]
  for failure in failures {
    #expect(!failure.message.isEmpty)
    #expect(failure.exitStatus == .couldNotRun)
  }
  #expect(RunFailure.outputHeld(path, process: nil).exitStatus == .outputHeld)
}

@Test(arguments: everyProblem)
func `a problem survives a write and a read unchanged`(problem: ManifestProblem) throws {
  var json = JSONWriter(.indented)
  problem.write(&json)
  var known = try #require(ManifestProblem(try JSONValue(json.take())))
  // No manifest entry has this problem.
  known.isOfFolder = problem.isOfFolder
  #expect(known == problem)
}

@Test func `a failure remembered by an earlier release is shown and retried`() throws {
  // Without the member that says whether the content is to blame: it may have been the machine. A manifest
  // may also have been edited, hence the escape.
  let json =
    #"{"code": "crashed", "message": "The decoder crashed (SIGKILL). Copy it\u001b again."}"#
  let known = try #require(ManifestProblem(try JSONValue(Array(json.utf8))))
  #expect(!known.isContentFault)
  #expect(known.limit == nil)
  #expect(!known.waitsForFFmpeg)
  #expect(known.code == "crashed")
  #expect(known.message.hasPrefix("The decoder crashed (SIGKILL). Copy it"))
  #expect(!known.message.contains("\u{1B}"))
  #expect(ManifestProblem(try JSONValue(Array(#"{"code": 1}"#.utf8))) == nil)
}

@Test(arguments: [SIGSEGV, SIGBUS, SIGABRT, SIGSYS, SIGILL, SIGFPE, 0])
func `a crash of the decoder is caused by the content`(signal: CInt) {
  #expect(ManifestProblem.decoding(.crashed(signal: signal)).isContentFault)
}

@Test(arguments: [
  DecodeFailure.killed(signal: SIGKILL), .killed(signal: SIGTERM), .killed(signal: SIGXCPU),
  .stalled(seconds: 1), .changed, .unreadable(errno: EIO), .audio(.unreadable(errno: EIO)),
])
func `a machine problem is not caused by the content`(failure: DecodeFailure) {
  #expect(!ManifestProblem.decoding(failure).isContentFault)
}

// The next run tries such a recording again, and no other: the result would be the same.
@Test func `a limit no longer applies if the options allow more`() {
  var options = DecodeOptions()
  options.timeoutSeconds = 10
  options.maximumHours = 2
  #expect(ManifestProblem.Limit.timeout(seconds: 9).isLifted(by: options))
  #expect(!ManifestProblem.Limit.timeout(seconds: 10).isLifted(by: options))
  #expect(ManifestProblem.Limit.duration(hours: 1).isLifted(by: options))
  #expect(!ManifestProblem.Limit.duration(hours: 3).isLifted(by: options))

  let memory = ManifestProblem.Limit.memory(megabytes: WorkerSandbox.memory >> 20)
  #expect(!memory.isLifted(by: options))
  #expect(ManifestProblem.Limit.memory(megabytes: 1).isLifted(by: options))

  options.isolation = .off
  #expect(memory.isLifted(by: options))
}
