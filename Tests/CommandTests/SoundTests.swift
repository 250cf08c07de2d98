import Glibc
import TestSupport
import Testing
import WavethumbBytes

/// Tests `--analyze`, `--expect` and `list`.
@Suite struct `Audio analysis` {
  /// Returns a library with a recording at -16 LUFS, a louder one with a silent right channel, and a
  /// file that is no recording.
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.write(SineRecording.bytes(decibels: [-16, -16]), to: "Show/good.wav")
    // A spreadsheet would compute a name that begins with `=`.
    try library.write(SineRecording.bytes(decibels: [-3.1, -.infinity]), to: "Show/=left.wav")
    try library.write("no sound", to: "bad.mp3")
    return library
  }

  private func list(_ library: TemporaryLibrary, options: String) throws -> CommandRun {
    try CommandRun("list \(library.output) \(options)")
  }

  /// Expects -16 LUFS.
  // The filter at 8 kHz measures -15.98. It amplifies 1 kHz by 0.69 dB, which BS.1770 subtracts again:
  // whoever forgets that is off by three times the tolerance.
  private func expectSixteen(
    _ loudness: Double?,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let loudness = try #require(loudness, sourceLocation: location)
    #expect(abs(loudness + 16) < 0.2, "\(loudness)", sourceLocation: location)
  }

  @Test func `the manifest has loudness and findings, with the same bytes for any number of jobs`()
    throws
  {
    let library = try library()
    let run = try library.scan("--analyze --jobs 1")
    #expect(run.status == 3)

    let line = "1 recording has a silent channel, Show/=left.wav: channel 2"
    #expect(run.errorOutput.contains(line))

    let good = try library.entry(of: "Show/good.wav")
    try expectSixteen(good?["sound"]?["loudness"]?.double)
    #expect(good?["findings"]?.array == [])

    let bad = try library.entry(of: "Show/=left.wav")
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
    #expect(try library.entry(of: "Show/good.wav")?["sound"] == nil)

    let run = try library.scan("--analyze --json")
    #expect(run.text.contains(#""source":"decoded""#))

    // The manifest of this scan has no analysis, so the next can have it from the cache only.
    #expect(try library.scan().status == 3)
    let again = try library.scan("--analyze --json")
    #expect(!again.text.contains(#""source":"decoded""#))
    #expect(try library.entry(of: "Show/good.wav")?["sound"] != nil)
  }

  @Test func `a recording that is not as expected ends a scan with status 5`() throws {
    let library = try library()
    library.shell("rm library/bad.mp3")
    let run = try library.scan("--expect loudness=-17..-15 --expect findings=none")
    #expect(run.status == 5)
    #expect(run.errorOutput.contains("Show/=left.wav  "))
    #expect(run.errorOutput.contains("LU too loud"))
    #expect(!run.errorOutput.contains("good.wav"))
    // The other recording is at -6.1 LUFS.
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
    #expect(reversed.errorOutput.contains("the lower value comes first: -17..-15"))

    // One part does not know the recordings of the others.
    let part = try library.scan("--shard 1/2 --expect findings=none")
    #expect(part.status == 2)
    #expect(part.errorOutput.contains("--expect and --shard exclude each other"))
  }

  @Test func `a recording that was not analyzed is not as expected`() throws {
    let library = try library()
    #expect(try library.scan().status == 3)
    // What nobody looked for is not absent.
    #expect(try list(library, options: "--expect findings=none").status == 5)
    #expect(try list(library, options: "--expect findings=!clipping").status == 5)

    #expect(try library.scan("--analyze").status == 3)
    #expect(try list(library, options: "--expect findings=!clipping").status == 0)

    // One table for each condition, with what was measured and what was expected.
    let run = try library.scan("--expect findings=clipping --expect path=x")
    #expect(run.errorOutput.contains("Show/good.wav       none  clipping"))
    #expect(run.errorOutput.contains("Show/good.wav    Show/good.wav  x"))
  }

  @Test func `list prints entries that meet conditions`() throws {
    let library = try library()
    #expect(try library.scan("--analyze").status == 3)
    let table = try list(library, options: "--sort -loudness").lines
    try #require(table.count == 4, "\(table)")
    #expect(table[0].hasPrefix("path"))
    #expect(table[1].hasPrefix("Show/=left.wav"))
    #expect(table[1].hasSuffix("silentChannel"))
    // A recording without the value comes last in either order.
    #expect(table[3].hasPrefix("bad.mp3"))

    let failed = try list(library, options: "--where status=failed --columns path,error --csv")
    #expect(failed.text == "path,error\r\nbad.mp3,not-audio\r\n")
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
      options: "--where findings=gaps,truncated --columns path,findings --csv"
    )
    #expect(cut.text == "path,findings\r\ncut.flac,truncated\r\n")
  }

  @Test func `list keeps spreadsheets from computing names`() throws {
    let library = try TemporaryLibrary()
    try library.write(SineRecording.bytes(decibels: [-20, -20]), to: "=1+2.wav")
    try library.write(SineRecording.bytes(decibels: [-20, -20]), to: "a,\"b\".wav")
    #expect(try library.scan().status == 0)
    // An apostrophe makes a cell text; the quotes of a name are doubled, as in RFC 4180.
    let csv = try list(library, options: "--columns path --csv").text
    #expect(csv == "path\r\n\"'=1+2.wav\"\r\n\"a,\"\"b\"\".wav\"\r\n")
  }

  @Test func `render writes what a recording sounds like into JSON`() throws {
    let library = try library()
    let run = try CommandRun(
      "render \(library.library)/Show/good.wav -o - --format json --analyze --no-cache"
    )
    let json = try JSONValue(run.output)
    try expectSixteen(json["sound"]?["loudness"]?.double)
    #expect(json["findings"]?.array == [])
  }

  /// Returns a library with an album of three recordings, one of them in a folder of its own.
  private func albumLibrary() throws -> TemporaryLibrary {
    let library = try library()
    library.shell("rm library/bad.mp3")
    let sound = SineRecording.bytes(decibels: [-14, -14])
    try library.write(sound, to: "Show/Extra/one.wav")
    try library.write(sound, to: "Show/zz.wav")
    return library
  }

  @Test func `albums have the loudness of all their recordings`() throws {
    let library = try albumLibrary()
    #expect(try library.scan("--analyze").status == 0)

    let albums = try #require(try library.manifest()["albums"]?.array)
    #expect(albums.map { $0["path"]?.string } == ["Show"])
    let album = try #require(albums.first)
    #expect(album["recordings"]?.int == 3)
    #expect(album["findings"]?.array == [.string("silentChannel")])

    // The mean power of -6.1, -16 and -14 LUFS; the mean of the numbers would be -12.
    let loudness = try #require(album["loudness"]?.double)
    #expect(abs(loudness + 9.8) < 0.1, "\(album)")
    // The largest of the peaks, that of the left channel.
    let truePeak = try #require(album["truePeak"]?.double)
    #expect(abs(truePeak + 3.1) < 0.1, "\(album)")
  }

  @Test func `albums are the same after an edit, and after a merge of parts`() throws {
    let library = try albumLibrary()
    let name = "library/.wavethumb/manifest.json"
    let options = "--analyze"
    #expect(try library.scan(options).status == 0)
    let first = try library.contents(name)

    #expect(try library.scan(options).status == 0)
    #expect(try library.contents(name) == first)

    // With a second recording in its folder, Extra is an album as well.
    try library.write(SineRecording.bytes(decibels: [-20, -20]), to: "Show/Extra/two.wav")
    #expect(try library.scan(options).status == 0)
    let edited = try library.contents(name)
    #expect(String(decoding: edited, as: UTF8.self).contains(#""path":"Show/Extra""#))
    let listed = try list(library, options: "--columns path --json").lines
    #expect(listed.count == 5)

    // The recordings of an album may be in several parts of the scan.
    library.shell("rm -r library/.wavethumb")
    for part in 1...2 {
      #expect(try library.scan("\(options) --shard \(part)/2").status == 0)
    }
    let merge = try CommandRun("merge \(library.output) --cache \(library.cache)")
    #expect(merge.status == 0, "\(merge.errorOutput)")
    #expect(try library.contents(name) == edited)
    #expect(try CommandRun("verify \(library.output)").status == 0)
  }

  @Test func `events and entries have what was measured`() throws {
    let library = try library()
    let run = try library.scan("--analyze --json")
    let event = run.lines.first { $0.contains("good.wav") } ?? ""
    #expect(event.contains(#""sound":{"loudness":-1"#))
    #expect(event.contains(#""findings":[]"#))

    // 8,000 frames a second of two channels with 16 bits.
    let entry = try library.entry(of: "Show/good.wav")
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
    #expect(run.errorOutput.contains("a/2.mp3           1  as the first of its folder"))
    #expect(!run.errorOutput.contains("1.mp3"), "\(run.errorOutput)")

    let audiobook = try library.scan("--expect audiobook")
    #expect(audiobook.errorOutput.contains("bitrateMode=constant channels=same"))
    #expect(audiobook.errorOutput.contains("rms of 3 recordings:"))
  }

  @Test func `verify finds recordings that changed though size and time did not`() throws {
    let library = try TemporaryLibrary()
    try library.write(SineRecording.bytes(decibels: [-20, -20]), to: "a.wav")
    try library.write(SineRecording.bytes(decibels: [-14, -14]), to: "b.wav")
    try library.write(SineRecording.bytes(decibels: [-10, -10]), to: "c.wav")
    #expect(try library.scan().status == 0)

    let verify = "verify \(library.output) --recordings"
    let whole = try CommandRun(verify)
    #expect(whole.status == 0)
    #expect(whole.errorOutput.contains("3 recordings read: 0 damaged"))

    library.shell(
      """
      cd library
      change() { printf '\\377' | dd of=$1 bs=1 seek=9000 conv=notrunc 2>/dev/null; }
      # Another byte with the old time is damage.
      touch -r a.wav time
      change a.wav
      touch -r time a.wav
      # With a new time it is an edit, and so is a removal.
      change b.wav
      touch -d '+1 hour' b.wav
      rm time c.wav
      """
    )

    let run = try CommandRun(verify)
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("recording a.wav has other content"))
    #expect(!run.errorOutput.contains("b.wav"), "\(run.errorOutput)")
    #expect(!run.errorOutput.contains("c.wav"), "\(run.errorOutput)")
    #expect(
      run.errorOutput.contains(
        "1 recording read: 1 damaged, 0 with a checksum of the samples; 2 changed or gone"
      )
    )
    // Without the option no recording is read.
    #expect(try CommandRun("verify \(library.output)").status == 0)
  }
}

/// Tests bars whose heights follow loudness.
@Suite struct `Heights by loudness` {
  private let library: TemporaryLibrary

  /// Creates a recording of two halves: rumble at 20 Hz, and a 1 kHz tone at half its level.
  init() throws {
    library = try TemporaryLibrary()
    let samples = (0..<32_000).map { frame in
      let isRumble = frame < 16_000
      let level = isRumble ? 0.8 : 0.4
      let framesPerPeriod = isRumble ? 400.0 : 8.0
      return Int16(32_767 * level * sin(2 * .pi * Double(frame) / framesPerPeriod))
    }
    try library.write(WaveFile(channels: 1, samples: samples).bytes, to: "a.wav")
  }

  private func render(_ options: String) throws -> CommandRun {
    try CommandRun("render \(library.library)/a.wav -o - --no-cache \(options)")
  }

  /// Returns the heights of a bar within the rumble and of one within the tone.
  private func heights(_ options: String) throws -> (rumble: Double, tone: Double) {
    let run = try render("--format json --bars 10 \(options)")
    #expect(run.status == 0, "\(run.errorOutput)")
    let bars = try JSONValue(run.output)["bars"]?.array?.compactMap(\.double) ?? []
    try #require(bars.count == 10)
    // The border of the halves is between bars 4 and 5, where a filter is still settling.
    return (rumble: bars[2], tone: bars[7])
  }

  @Test func `loudness counts rumble for less than a level does`() throws {
    let level = try heights("--normalize file")
    #expect(level.rumble == 1)
    #expect(abs(level.tone - 0.5) < 0.01)

    // K-weighting leaves 0.22 of the level at 20 Hz (13 dB less), and 1.08 of that at 1 kHz: rumble of
    // twice the level is 0.41 of the tone, as measured. Without the high pass it would be the higher.
    let loudness = try heights("--measure loudness --normalize file")
    #expect(loudness.rumble < 0.45, "\(loudness)")
    #expect(loudness.tone > 0.99, "\(loudness)")
  }

  @Test func `heights are scaled to the loudness of players where that is wanted`() throws {
    // The recording is at -13.3 LUFS, and levels stay as they are at -18: a factor of 0.58.
    let played = try heights("--measure rms --normalize loudness")
    let whole = try heights("--measure rms --normalize none")
    let ratio = played.tone / whole.tone
    #expect(ratio > 0.4, "\(played)")
    #expect(ratio < 0.6, "\(played)")
  }

  @Test func `channels have no loudness of their own`() throws {
    #expect(try render("--measure loudness --channels split").status == 2)
  }
}
