import Glibc
import TestSupport
import Testing

/// Tests what a podcaster reads of `--expect`.
@Suite struct `Recordings that are not as expected` {
  /// Returns a WAV of a 1 kHz sine with a level for each channel.
  private static func tone(_ levels: Double..., seconds: Double = 4) -> [UInt8] {
    let samples = (0..<Int(8000 * seconds)).flatMap { frame in
      let sine = sin(2 * .pi * Double(frame) / 8)
      return levels.map { level in Int16(32_767 * level * sine) }
    }
    return WaveFile(channels: levels.count, samples: samples).bytes
  }

  /// A library with recordings at -16, -26 and -40 LUFS, and at -19 with one channel.
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.write(Self.tone(0.1585, 0.1585), to: "good.wav")
    try library.write(Self.tone(0.05, 0.05), to: "quiet.wav")
    try library.write(Self.tone(0.01, 0.01), to: "whisper.wav")
    try library.write(Self.tone(0.1585), to: "mono.wav")
    return library
  }

  @Test func `a table shows the worst first, with target, difference and gain`() throws {
    let library = try library()
    try library.write(Self.tone(0.2239), to: "loud mono.wav")
    let run = try library.scan("--expect podcast")
    #expect(run.status == 5)

    let lines = run.errorLines.map(String.init)
    let rows = lines.filter { $0.hasPrefix("  ") }
    #expect(rows.count == 4, "\(run.errorOutput)")
    #expect(rows[0].contains("recording"))
    #expect(rows[0].contains("difference"))
    #expect(rows[1].contains("whisper.wav"), "\(rows)")
    #expect(rows[1].contains("24.0 LU too quiet"), "\(rows)")
    #expect(rows[1].contains("-16 ± 1 LUFS"), "\(rows)")
    #expect(rows[1].hasSuffix("+24.0 dB"), "\(rows)")
    #expect(rows[2].contains("quiet.wav"), "\(rows)")
    #expect(rows[2].contains("10.0 LU too quiet"), "\(rows)")
    // At -16 LUFS a recording with one channel is 3 LU too loud, and the heading says so.
    #expect(rows[3].contains("loud mono.wav"), "\(rows)")
    #expect(rows[3].contains("3.0 LU too loud"), "\(rows)")
    #expect(rows[3].contains("-19 ± 1 LUFS (mono)"), "\(rows)")
    #expect(run.errorOutput.contains("loudness=-17..-15 (mono: -20..-18)"))
    #expect(run.errorOutput.contains("mono: one channel has a range of its own"))

    let totals = "3 of 5 recordings are not as expected: 1 too loud, 2 too quiet"
    #expect(lines.last?.hasSuffix(totals) == true, "\(run.errorOutput)")
  }

  @Test func `peaks that leave no room for the gain need a limiter`() throws {
    let library = try TemporaryLibrary()
    // At -34 LUFS with one short wave at 0.8 of full scale.
    let samples = (0..<64_000).flatMap { frame in
      let level = (32_000..<32_008).contains(frame) ? 0.8 : 0.02
      let sample = Int16(32_767 * level * sin(2 * .pi * Double(frame) / 8))
      return [sample, sample]
    }
    try library.write(WaveFile(channels: 2, samples: samples).bytes, to: "click.wav")
    let run = try library.scan("--expect loudness=-17..-15")
    #expect(run.errorOutput.contains(" dB, limit peaks by 1"), "\(run.errorOutput)")
  }

  @Test func `a row names no finding that is not asked for`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.tone(0.7, 0), to: "left.wav")
    let clipping = try library.scan("--expect findings=!clipping")
    #expect(clipping.status == 0)
    #expect(!clipping.errorOutput.contains("silent"), "\(clipping.errorOutput)")

    let both = try library.scan("--expect findings=!clipping --analyze")
    #expect(both.errorOutput.contains("1 recording has a silent channel"), "\(both.errorOutput)")
    let asked = try library.scan("--expect findings=!clipping,!silentChannel")
    #expect(asked.status == 5)
    #expect(
      asked.errorOutput.contains("left.wav   silentChannel  channel 2"),
      "\(asked.errorOutput)"
    )
  }

  @Test func `with known failures, the second night is quiet and a new deviation is named`() throws
  {
    let library = try library()
    let night = "--expect podcast --known-failures ok -q"
    let first = try library.scan(night)
    #expect(first.status == 5, "\(first.errorOutput)")
    #expect(first.errorOutput.contains("whisper.wav"), "\(first.errorOutput)")

    let second = try library.scan(night)
    #expect(second.status == 0, "\(second.errorOutput)")
    #expect(second.errorOutput == "", "\(second.errorOutput)")
    #expect(second.text == "", "\(second.errorOutput)")

    try library.write(Self.tone(0.02, 0.02), to: "new.wav")
    let third = try library.scan(night)
    #expect(third.status == 5, "\(third.errorOutput)")
    #expect(third.errorOutput.contains("new.wav"), "\(third.errorOutput)")
    #expect(!third.errorOutput.contains("whisper.wav"), "\(third.errorOutput)")

    // Another content under a known name is new.
    try library.write(Self.tone(0.015, 0.015), to: "whisper.wav")
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
    let run = try library.scan("--expect podcast --known-failures ok -q")
    #expect(run.status == 5, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("quiet.wav"), "\(run.errorOutput)")
  }

  @Test func `a failure has status 3 also if recordings are not as expected`() throws {
    let library = try library()
    try library.write("no sound", to: "bad.mp3")
    let run = try library.scan("--expect podcast")
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("10.0 LU too quiet"), "\(run.errorOutput)")
  }

  @Test func `list prints the same table, and its own with columns`() throws {
    let library = try library()
    #expect(try library.scan("--analyze").status == 0)
    let table = try CommandRun("list \(library.output) --expect podcast")
    #expect(table.status == 5, "\(table.text)")
    #expect(table.text.contains("10.0 LU too quiet"), "\(table.text)")
    #expect(table.text.hasSuffix("2 of 4 recordings are not as expected: 2 too quiet\n"))
    let names = try CommandRun("list \(library.output) --expect podcast --columns path --tsv")
    #expect(names.text == "path\nquiet.wav\nwhisper.wav\n")
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

    let line = "::error file=\(library.library)/quiet.wav::loudness -26.0"
    let reason = "expected -16 ± 1 LUFS: 10.0 LU too quiet; gain +10.0 dB"
    #expect(run.errorOutput.contains(line), "\(run.errorOutput)")
    #expect(run.errorOutput.contains(reason), "\(run.errorOutput)")

    let text = try library.text("summary.md")
    #expect(text.contains("| not as expected | why |"), "\(text)")
    #expect(text.contains("| quiet.wav | loudness"), "\(text)")
  }

  @Test func `help expect has every preset with its values and source`() throws {
    let help = try CommandRun("help expect")
    #expect(help.status == 0)
    let text = help.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for part in [
      "podcast loudness=-17..-15 (mono: -20..-18) truePeak=..-1", "Apple Podcasts",
      "audiobook rms=-23..-18 peak=..-3 noiseFloor=..-60", "ACX", "EBU R 128", "ATSC A/85",
      "If recordings failed as well, the status is 3",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(try CommandRun("help expects").status == 2)
  }
}
