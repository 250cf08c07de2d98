import Glibc
import TestSupport
import Testing
import WavethumbBytes

/// Tests `--analyze`, `--expect` and `list`.
@Suite struct `Audio analysis` {
  /// Returns a stereo WAV of a 1 kHz sine with a level for each channel.
  private static func tone(left: Double, right: Double, seconds: Double = 4) -> [UInt8] {
    let samples = (0..<Int(8000 * seconds)).flatMap { frame in
      let sine = sin(2 * .pi * Double(frame) / 8)
      return [left, right].map { level in Int16(32_767 * level * sine) }
    }
    return WaveFile(channels: 2, samples: samples).bytes
  }

  /// Returns a library with a recording at -16 LUFS, and a louder one with a silent right channel.
  // A sine of 1 kHz in both channels has its peak level as its loudness; 0.1585 is -16 dBFS. The name
  // that begins with `=` is one that a spreadsheet would compute.
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.write(Self.tone(left: 0.1585, right: 0.1585), to: "Show/good.wav")
    try library.write(Self.tone(left: 0.7, right: 0), to: "Show/=left.wav")
    try library.write("no sound", to: "bad.mp3")
    return library
  }

  private func entry(_ name: String, in manifest: JSONValue) -> JSONValue? {
    manifest["files"]?.array?.first { $0["path"]?.string == name }
  }

  private func list(_ library: TemporaryLibrary, options: String) throws -> CommandRun {
    try CommandRun("list \(library.output) \(options)")
  }

  @Test func `the manifest has loudness and findings, with the same bytes for any number of jobs`()
    throws
  {
    let library = try library()
    let run = try library.scan("--analyze --jobs 1")
    #expect(run.status == 3)

    let line = "1 recording has a silent channel, Show/=left.wav: channel 2"
    #expect(run.errorOutput.contains(line), "\(run.errorOutput)")

    let manifest = try library.manifest()
    let good = entry("Show/good.wav", in: manifest)
    #expect(abs((good?["sound"]?["loudness"]?.double ?? 0) + 16) < 0.2)
    #expect(good?["findings"]?.array == [])

    let bad = entry("Show/=left.wav", in: manifest)
    #expect(bad?["findings"]?.array == [.string("silentChannel")])
    #expect(bad?["sound"]?["silentChannels"]?.array == [.integer(2)])

    let text = try library.contents("library/.wavethumb/manifest.json")
    library.shell("rm -r library/.wavethumb cache")
    #expect(try library.scan("--analyze --jobs 2").status == 3)
    #expect(try library.contents("library/.wavethumb/manifest.json") == text)
  }

  @Test func `an analysis is kept by scans that do not ask for it`() throws {
    let library = try library()
    #expect(try library.scan().status == 3)
    #expect(entry("Show/good.wav", in: try library.manifest())?["sound"] == nil)
    let run = try library.scan("--analyze --json")
    #expect(run.text.contains(#""source":"decoded""#))
    #expect(try library.scan().status == 3)
    let again = try library.scan("--analyze --json")
    #expect(!again.text.contains(#""source":"decoded""#))
    #expect(entry("Show/good.wav", in: try library.manifest())?["sound"] != nil)
  }

  @Test func `a recording that is not as expected ends a scan with status 5`() throws {
    let library = try library()
    library.shell("rm library/bad.mp3")
    let run = try library.scan("--expect loudness=-17..-15 --expect findings=none")
    #expect(run.status == 5)
    #expect(run.errorOutput.contains("Show/=left.wav  "), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("LU too loud"), "\(run.errorOutput)")
    #expect(!run.errorOutput.contains("good.wav"))
    #expect(try library.scan("--expect loudness=-17..-5").status == 0)

    let unknown = try library.scan("--expect loud=-17..-15")
    #expect(unknown.status == 2)
    #expect(unknown.errorOutput.contains("loudness"))
    #expect(try library.scan("--expect loudness=x..1").status == 2)
  }

  @Test func `a word that no recording can have is a usage error`() throws {
    let library = try library()
    for condition in ["findings=!cliping", "findings=none,silent", "status=faild"] {
      let run = try library.scan("--expect \(condition)")
      #expect(run.status == 2, "\(condition)")
    }

    let run = try library.scan("--expect findings=hiss")
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("silentChannel, inverted, clipping"))

    let reversed = try library.scan("--expect loudness=-15..-17")
    #expect(
      reversed.errorOutput.contains("the lower value comes first: -17..-15"),
      "\(reversed.errorOutput)"
    )

    // One part does not know the recordings of the others.
    let part = try library.scan("--shard 1/2 --expect findings=none")
    #expect(part.status == 2)
    #expect(part.errorOutput.contains("--expect and --shard exclude each other"))
  }

  @Test func `a recording that was not analyzed is not as expected`() throws {
    let library = try library()
    #expect(try library.scan().status == 3)
    #expect(try list(library, options: "--expect findings=none").status == 5)
    #expect(try list(library, options: "--expect findings=!clipping").status == 5)
    #expect(try library.scan("--analyze").status == 3)
    #expect(try list(library, options: "--expect findings=!clipping").status == 0)
    let run = try library.scan("--expect findings=clipping --expect path=x")
    #expect(run.errorOutput.contains("Show/good.wav       none  clipping"), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("Show/good.wav    Show/good.wav  x"), "\(run.errorOutput)")
  }

  @Test func `list prints entries that meet conditions`() throws {
    let library = try library()
    #expect(try library.scan("--analyze").status == 3)
    let table = try list(library, options: "--sort -loudness").text.split(separator: "\n")
    #expect(table.count == 4, "\(table)")
    #expect(table[0].hasPrefix("path"))
    #expect(table[1].hasPrefix("Show/=left.wav"))
    #expect(table[1].hasSuffix("silentChannel"))
    #expect(table[3].hasPrefix("bad.mp3"))

    let failed = try list(library, options: "--where status=failed --columns path,error --tsv")
    #expect(failed.text == "path\terror\nbad.mp3\tnot-audio\n")
    let loud = try list(library, options: "--where loudness=-10.. --columns path --csv")
    #expect(loud.text == "path\r\nShow/=left.wav\r\n")

    let json = try list(library, options: "--where channels=2 --columns path,findings --json")
    let line = #"{"path":"Show/=left.wav","findings":["silentChannel"]}"#
    #expect(json.text.contains(line))
    #expect(try list(library, options: "--expect findings=none").status == 5)
    #expect(try list(library, options: "--expect loudness=-40..0").status == 0)
    #expect(try list(library, options: "--columns loudnes").status == 2)
  }

  @Test func `list finds cut recordings without --analyze`() throws {
    let library = try TemporaryLibrary()
    try library.add("cut.flac", "flac16.flac")
    #expect(try library.scan().status == 0)
    let cut = try list(
      library,
      options: "--where findings=gaps,truncated --columns path,findings --tsv"
    )
    #expect(cut.text == "path\tfindings\ncut.flac\ttruncated\n")
  }

  @Test func `list keeps spreadsheets from computing names`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.tone(left: 0.1, right: 0.1), to: "=1+2.wav")
    try library.write(Self.tone(left: 0.1, right: 0.1), to: "a,\"b\".wav")
    #expect(try library.scan("--manifest-format ndjson").status == 0)
    let csv = try list(library, options: "--columns path --csv").text
    #expect(csv == "path\r\n\"'=1+2.wav\"\r\n\"a,\"\"b\"\".wav\"\r\n")
  }

  @Test func `render writes what a recording sounds like into JSON`() throws {
    let library = try library()
    let run = try CommandRun(
      "render \(library.library)/Show/good.wav -o - --format json --analyze --no-cache"
    )
    let json = try JSONValue(Array(run.text.utf8))
    #expect(abs((json["sound"]?["loudness"]?.double ?? 0) + 16) < 0.2)
    #expect(json["findings"]?.array == [])
  }

  @Test(arguments: ["json", "ndjson"])
  func `albums have the loudness of all their recordings, also of parts`(format: String) throws {
    let library = try library()
    library.shell("rm library/bad.mp3")
    try library.write(Self.tone(left: 0.2, right: 0.2), to: "Show/Extra/one.wav")
    try library.write(Self.tone(left: 0.2, right: 0.2), to: "Show/zz.wav")
    let name = "library/.wavethumb/manifest.\(format)"

    let options = "--analyze --manifest-format \(format)"
    #expect(try library.scan(options).status == 0)
    let text = try library.contents(name)
    let lines = text.split(separator: 10)
    // In NDJSON the albums have the line before the digest. 10 is a newline.
    let object = format == "json" ? text : Array(lines.dropLast().last ?? [])
    let albums = try #require(try JSONValue(object)["albums"]?.array)
    #expect(albums.map { $0["path"]?.string } == ["Show"])
    #expect(albums.first?["recordings"]?.int == 3)

    // The mean power of -6.1, -16 and -14 LUFS.
    let loudness = try #require(albums.first?["loudness"]?.double)
    let truePeak = try #require(albums.first?["truePeak"]?.double)
    #expect(abs(loudness + 9.8) < 0.1, "\(albums)")
    #expect(abs(truePeak + 3.1) < 0.1)
    #expect(albums.first?["findings"]?.array == [.string("silentChannel")])

    // Nothing changes; adding a recording keeps the other entries.
    #expect(try library.scan(options).status == 0)
    #expect(try library.contents(name) == text)
    try library.write(Self.tone(left: 0.1, right: 0.1), to: "Show/Extra/two.wav")
    #expect(try library.scan(options).status == 0)

    let more = try library.contents(name)
    #expect(String(decoding: more, as: UTF8.self).contains(#""path": "Show/Extra""#))
    let listed = try list(library, options: "--columns path --tsv").text.split(separator: "\n")
    #expect(listed.count == 6)

    // The parts of an album may be in several parts of the scan.
    library.shell("rm -r library/.wavethumb")
    for part in 1...2 {
      #expect(try library.scan("\(options) --shard \(part)/2").status == 0)
    }

    let merge = try CommandRun("merge \(library.output) --cache \(library.cache)")
    #expect(merge.status == 0, "\(merge.errorOutput)")
    #expect(try library.contents(name) == more)
    #expect(try CommandRun("verify \(library.output)").status == 0)
  }

  @Test func `events and entries have what was measured`() throws {
    let library = try library()
    let run = try library.scan("--analyze --json")
    let event = run.lines.first { $0.contains("good.wav") } ?? ""
    #expect(event.contains(#""sound":{"loudness":-1"#))
    #expect(event.contains(#""findings":[]"#))
    let entry = entry("Show/good.wav", in: try library.manifest())
    #expect(entry?["bitrate"]?["kbps"]?.int == 256)
    #expect(entry?["bitrate"]?["constant"]?.bool == true)
  }

  @Test func `the recordings of a folder are expected to have as many channels as the first`()
    throws
  {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", as: "a/1.mp3")
    try library.add("mono.mp3", as: "a/2.mp3")
    try library.add("mono.mp3", as: "b/1.mp3")
    let run = try library.scan("--expect channels=same")
    #expect(run.status == 5)
    #expect(
      run.errorOutput.contains("a/2.mp3           1  as the first of its folder"),
      "\(run.errorOutput)"
    )
    #expect(!run.errorOutput.contains("1.mp3"), "\(run.errorOutput)")

    let audiobook = try library.scan("--expect audiobook")
    #expect(audiobook.errorOutput.contains("bitrateMode=constant channels=same"))
    #expect(audiobook.errorOutput.contains("rms of 3 recordings:"), "\(audiobook.errorOutput)")
  }

  @Test func `verify finds recordings that changed though size and time did not`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.tone(left: 0.1, right: 0.1), to: "a.wav")
    try library.write(Self.tone(left: 0.2, right: 0.2), to: "b.wav")
    try library.write(Self.tone(left: 0.3, right: 0.3), to: "c.wav")
    #expect(try library.scan().status == 0)

    let verify = "verify \(library.output) --recordings"
    let whole = try CommandRun(verify)
    #expect(whole.status == 0)
    #expect(whole.errorOutput.contains("3 recordings read: 0 damaged"))

    // Another byte with the old time is damage; one with a new time is an edit, and a removal is one too.
    library.shell(
      """
      cd library; touch -r a.wav time
      printf '\\377' | dd of=a.wav bs=1 seek=9000 conv=notrunc 2>/dev/null; touch -r time a.wav
      printf '\\377' | dd of=b.wav bs=1 seek=9000 conv=notrunc 2>/dev/null
      touch -d '+1 hour' b.wav; rm time c.wav
      """
    )

    let run = try CommandRun(verify)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("recording a.wav has other content"), "\(run.errorOutput)")
    #expect(!run.errorOutput.contains("b.wav"), "\(run.errorOutput)")
    #expect(!run.errorOutput.contains("c.wav"), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("1 recording read: 1 damaged; 2 changed or gone"))
    #expect(try CommandRun("verify \(library.output)").status == 0)
  }

  @Test func `heights follow loudness where that is wanted`() throws {
    let library = try TemporaryLibrary()
    // Rumble at 20 Hz, and a 1 kHz tone at half its level.
    let samples = (0..<32_000).map { frame in
      let (level, period) = frame < 16_000 ? (0.8, 400.0) : (0.4, 8.0)
      return Int16(32_767 * level * sin(2 * .pi * Double(frame) / period))
    }
    try library.write(WaveFile(channels: 1, samples: samples).bytes, to: "a.wav")
    func bars(_ options: String) throws -> [Double] {
      let run = try CommandRun(
        "render \(library.library)/a.wav -o - --format json --bars 10 --no-cache \(options)"
      )
      #expect(run.status == 0, "\(run.errorOutput)")
      return try JSONValue(Array(run.text.utf8))["bars"]?.array?.compactMap(\.double) ?? []
    }

    let level = try bars("--normalize file")
    #expect(level[2] == 1)
    #expect(abs(level[7] - 0.5) < 0.01)

    let heard = try bars("--measure loudness --normalize file")
    // K-weighting attenuates 20 Hz by 13 dB.
    #expect(heard[2] < 0.45, "\(heard)")
    #expect(heard[7] > 0.99, "\(heard)")

    // A tone with a peak of 0.4 is at -11 LUFS; without scaling its level would be 0.28.
    let played = try bars("--measure rms --normalize loudness")
    let whole = try bars("--measure rms --normalize none")
    #expect(played[7] / whole[7] > 0.4, "\(played)")
    #expect(played[7] / whole[7] < 0.6, "\(played)")

    let split = try CommandRun(
      "render \(library.library)/a.wav -o - --measure loudness --channels split"
    )
    #expect(split.status == 2)
  }
}
