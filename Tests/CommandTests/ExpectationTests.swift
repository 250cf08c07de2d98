import Glibc
import TestSupport
import Testing
import WavethumbBytes

/// Tests what a podcaster reads of `--expect`.
@Suite struct `Recordings that are not as expected` {
  /// A library with recordings at -16, -26 and -40 LUFS, and at -19 with one channel.
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.write(SineRecording.bytes(decibels: [-16, -16]), to: "good.wav")
    try library.write(SineRecording.bytes(decibels: [-26, -26]), to: "quiet.wav")
    try library.write(SineRecording.bytes(decibels: [-40, -40]), to: "whisper.wav")
    try library.write(SineRecording.bytes(decibels: [-16]), to: "mono.wav")
    return library
  }

  @Test func `a table shows the worst first, with target, difference and gain`() throws {
    let library = try library()
    // At -16 LUFS one channel is 3 LU too loud, and two channels are as they should be.
    try library.write(SineRecording.bytes(decibels: [-13]), to: "loud mono.wav")
    let run = try library.scan("--expect podcast")
    #expect(run.status == 5)

    // The rows of the table are indented, and the first is its heading.
    let rows = run.errorLines.filter { $0.hasPrefix("  ") }
    try #require(rows.count == 4, "\(run.errorOutput)")
    #expect(rows[0].contains("recording"))
    #expect(rows[0].contains("difference"))

    #expect(rows[1].contains("whisper.wav"))
    #expect(rows[1].contains("24.0 LU too quiet"))
    #expect(rows[1].contains("-16 ± 1 LUFS"))
    #expect(rows[1].hasSuffix("+24.0 dB"))

    #expect(rows[2].contains("quiet.wav"))
    #expect(rows[2].contains("10.0 LU too quiet"))

    #expect(rows[3].contains("loud mono.wav"))
    #expect(rows[3].contains("3.0 LU too loud"))
    #expect(rows[3].contains("-19 ± 1 LUFS (mono)"))

    // Both lines say that one channel is held to another range.
    #expect(run.errorOutput.contains("loudness=-17..-15 (mono: -20..-18)"))
    #expect(run.errorOutput.contains("mono: one channel has a range of its own"))

    let totals = "3 of 5 recordings are not as expected: 1 too loud, 2 too quiet"
    #expect(run.errorLines.last?.hasSuffix(totals) == true, "\(run.errorOutput)")
  }

  @Test func `peaks that leave no room for the gain need a limiter`() throws {
    let library = try TemporaryLibrary()
    // Eight seconds at -34 LUFS with one wave at 0.8 of full scale, or -1.9 dB: the gain of
    // 18 dB would raise that peak 16 dB above full scale.
    let click = 32_000..<32_008
    let samples = (0..<64_000).flatMap { frame in
      let level = click.contains(frame) ? 0.8 : 0.02
      let sample = Int16(32_767 * level * sin(2 * .pi * Double(frame) / 8))
      return [sample, sample]
    }
    try library.write(WaveFile(channels: 2, samples: samples).bytes, to: "click.wav")
    let run = try library.scan("--expect loudness=-17..-15")
    #expect(run.errorOutput.contains(" dB, limit peaks by 1"))
  }

  @Test func `findings are sorted by how bad they are, and have a heading of their own`() throws {
    let library = try TemporaryLibrary()
    try library.write(SineRecording.bytes(decibels: [-16, -.infinity]), to: "a side.wav")
    try library.write(SineRecording.bytes(decibels: [-.infinity]), to: "z silent.wav")
    let run = try library.scan("--expect findings=none")
    #expect(run.status == 5)
    let rows = run.errorLines.filter { $0.hasPrefix("  ") }
    try #require(rows.count == 3, "\(run.errorOutput)")
    #expect(rows[0].contains("findings") && rows[0].contains("details"), "\(rows[0])")
    #expect(!rows[0].contains("measured"), "\(rows[0])")
    #expect(
      rows[1].contains("z silent.wav") && rows[2].contains("a side.wav"),
      "\(run.errorOutput)"
    )
  }

  @Test func `programs get the deviations as events and as members`() throws {
    let library = try library()
    let run = try library.scan("--expect podcast --json")
    #expect(run.status == 5)
    let events = run.lines.compactMap { JSONValue.reading(Array($0.utf8)) }
    #expect(events.last?["event"]?.string == "done")
    let deviations = events.filter { $0["event"]?.string == "deviation" }
    #expect(deviations.map { $0["path"]?.string } == ["quiet.wav", "whisper.wav"])
    let first = deviations.first?["deviations"]?.array?.first
    #expect(first?["name"]?.string == "loudness")
    #expect(first?["expected"]?.string == "loudness=-17..-15")
    #expect(first?["difference"]?.string == "10.0 LU too quiet")
    #expect(first?["gain"]?.string == "+10.0 dB")
    let measured = try #require(first?["measured"]?.double)
    #expect(abs(measured + 26) < 0.1)

    let list = try CommandRun("list \(library.output) --expect podcast --json --sort loudness")
    #expect(list.status == 5)
    let lines = list.lines.compactMap { JSONValue.reading(Array($0.utf8)) }
    #expect(lines.map { $0["path"]?.string } == ["whisper.wav", "quiet.wav"])
    #expect(lines.last?["deviations"]?.array?.first == first)
    // Without an expectation nothing deviates.
    let plain = try CommandRun("list \(library.output) --json")
    #expect(!plain.text.contains("deviations"))
  }

  @Test func `a row names no finding that is not asked for`() throws {
    let library = try TemporaryLibrary()
    try library.write(SineRecording.bytes(decibels: [-3.1, -.infinity]), to: "left.wav")
    let clipping = try library.scan("--expect findings=!clipping")
    #expect(clipping.status == 0)
    #expect(!clipping.errorOutput.contains("silent"), "\(clipping.errorOutput)")

    // Who asks for the analysis gets all of its findings.
    let both = try library.scan("--expect findings=!clipping --analyze")
    #expect(both.errorOutput.contains("1 recording has a silent channel"))

    let asked = try library.scan("--expect findings=!clipping,!silentChannel")
    #expect(asked.status == 5)
    #expect(asked.errorOutput.contains("left.wav   silentChannel  channel 2"))
  }

  @Test func `with known failures, the second night is quiet and a new deviation is named`() throws
  {
    let library = try library()
    let night = "--expect podcast --known-failures ok -q"
    let first = try library.scan(night)
    #expect(first.status == 5, "\(first.errorOutput)")
    #expect(first.errorOutput.contains("whisper.wav"))

    let second = try library.scan(night)
    #expect(second.status == 0, "\(second.errorOutput)")
    #expect(second.errorOutput == "")
    #expect(second.text == "", "\(second.errorOutput)")

    try library.write(SineRecording.bytes(decibels: [-34, -34]), to: "new.wav")
    let third = try library.scan(night)
    #expect(third.status == 5, "\(third.errorOutput)")
    #expect(third.errorOutput.contains("new.wav"))
    #expect(!third.errorOutput.contains("whisper.wav"), "\(third.errorOutput)")

    // Another content under a known name is new.
    try library.write(SineRecording.bytes(decibels: [-36, -36]), to: "whisper.wav")
    #expect(try library.scan(night).errorOutput.contains("whisper.wav"))

    #expect(try library.scan(night + " --check").status == 0)
  }

  @Test func `without known failures, a quiet second night has one line and status 5`() throws {
    let library = try library()
    #expect(try library.scan("--expect podcast").status == 5)
    let run = try library.scan("--expect podcast -q")
    #expect(run.status == 5)
    #expect(
      run.errorOutput == "wavethumb: 2 recordings are still not as expected: "
        + "wavethumb list \(library.output) --expect podcast\n"
    )
  }

  @Test func `a manifest without an analysis makes no deviation known`() throws {
    let library = try library()
    #expect(try library.scan().status == 0)
    // Known is what an earlier run measured; a file that is merely listed is not.
    let run = try library.scan("--expect podcast --known-failures ok -q")
    #expect(run.status == 5, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("quiet.wav"))
  }

  @Test func `a failure has status 3 also if recordings are not as expected`() throws {
    let library = try library()
    try library.write("no sound", to: "bad.mp3")
    let run = try library.scan("--expect podcast")
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("10.0 LU too quiet"))
  }

  @Test func `list prints the same table, and its own with columns`() throws {
    let library = try library()
    #expect(try library.scan("--analyze").status == 0)
    let table = try CommandRun("list \(library.output) --expect podcast")
    #expect(table.status == 5, "\(table.text)")
    #expect(table.text.contains("10.0 LU too quiet"))
    #expect(table.text.hasSuffix("2 of 4 recordings are not as expected: 2 too quiet\n"))

    let names = try CommandRun("list \(library.output) --expect podcast --columns path --csv")
    #expect(names.text == "path\r\nquiet.wav\r\nwhisper.wav\r\n")

    let all = try CommandRun("list \(library.output) --expect loudness=..0")
    #expect(all.status == 0)
    #expect(all.text == "")
  }

  @Test func `on GitHub each recording has an annotation, and the summary a table`() throws {
    let library = try library()
    let summary = library.root + "/summary.md"
    let arguments = ["scan", library.library, "--cache", library.cache, "--expect", "podcast"]
    let run = try CommandRun(
      arguments.map { Array($0.utf8) },
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary]
    )

    let line = "::error file=\(library.library)/quiet.wav::loudness -25.98"
    let reason = "expected -16 ± 1 LUFS: 10.0 LU too quiet; gain +10.0 dB"
    #expect(run.errorOutput.contains(line))
    #expect(run.errorOutput.contains(reason))

    let text = try library.text("summary.md")
    #expect(text.contains("| not as expected | why |"))
    #expect(text.contains("| quiet.wav | loudness"))
  }

  @Test func `help expect has every preset with its values and source`() throws {
    let help = try CommandRun("help expect")
    #expect(help.status == 0)
    // The help is wrapped at the width of a terminal, and a phrase may be broken anywhere.
    let text = help.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let phrases = [
      "podcast loudness=-17..-15 (mono: -20..-18) truePeak=..-1",
      "audiobook rms=-23..-18 peak=..-3 noiseFloor=..-60",
      "Apple Podcasts",
      "ACX",
      "EBU R 128",
      "ATSC A/85",
      "If recordings failed as well, the status is 3",
    ]
    for phrase in phrases {
      #expect(text.contains(phrase), "\(phrase)")
    }
    #expect(try CommandRun("help expects").status == 2)
  }
}
