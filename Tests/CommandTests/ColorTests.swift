import Glibc
import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

/// Tests `--color-by`.
@Suite struct `Waveforms in color` {
  private static let looks =
    "--color-by bands --style bars --style line --style circular --size 80x30 --playhead 0.5"
    + " --format png --format svg --data json"

  private static func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    // Failures and formats of both decoders, in two folders, so that parts divide them.
    try library.add("mono.wav", as: "0/mono.wav")
    try library.add("flac16.flac", as: "1/flac16.flac")
    try library.add("cbr.mp3", as: "0/cbr.mp3")
    try library.add("float32.wav", as: "1/float32.wav")
    try library.add("empty.mp3", as: "0/empty.mp3")
    try library.write(lowTone, to: "tone.wav")
    return library
  }

  /// Returns the numbers of an array that must be there.
  private func numbers(_ value: JSONValue?) throws -> [Double] {
    try #require(value?.array).compactMap(\.double)
  }

  @Test func `jobs and parts give the same bytes`() throws {
    let library = try Self.library()
    #expect(try library.scan("--output {}/whole --no-cache --jobs 1 \(Self.looks)").status == 3)
    #expect(try library.scan("--output {}/wide --no-cache --jobs 4 \(Self.looks)").status == 3)
    let whole = try library.tree("whole")
    #expect(try library.tree("wide") == whole)

    for number in 1...3 {
      _ = try library.scan("--output {}/parts --shard \(number)/3 \(Self.looks)")
    }
    _ = try CommandRun("merge \(library.root)/parts --cache \(library.cache)")
    let merged = try library.tree("parts")
    for (path, bytes) in whole {
      #expect(merged[path] == bytes, "\(path)")
    }
  }

  @Test func `colors are data as well`() throws {
    let library = try Self.library()
    #expect(try library.scan("--color-by pitch --data json --bars 20").status == 3)
    let data = try library.json("library/.wavethumb/tone.wav.json")
    let pitches = try numbers(data["pitch"])
    #expect(pitches.count == 20)
    #expect(pitches.allSatisfy { abs($0 - 200) < 4 })

    // A bar is as high as its highest band.
    let bars = try numbers(data["bars"])
    #expect(bars.count == 20)
    let low = try numbers(data["bands"]?["low"])
    let middle = try numbers(data["bands"]?["mid"])
    let high = try numbers(data["bands"]?["high"])
    for (index, bar) in bars.enumerated() {
      #expect(max(low[index], middle[index], high[index]) == bar)
    }

    // The manifest has a byte for each of 160 bars, from 1 at 150 Hz to 255 five octaves above; 0 is
    // silence. 200 Hz is log2(200 / 150) / 5 of the ramp, or 1 + 254 * 0.083 = 22.1.
    let text = try #require(try library.entry(of: "tone.wav")?["pitches"]?.string)
    let positions = try #require(Base64.bytes(of: text))
    #expect(positions.count == 160)
    #expect(positions.allSatisfy { abs(Int($0) - 22) <= 2 })
  }

  @Test func `the manifest has the heights of bands, of which the strongest is the bar's`() throws {
    let library = try Self.library()
    #expect(try library.scan("--color-by bands").status == 3)
    let entry = try #require(try library.entry(of: "tone.wav"))
    #expect(entry["pitches"] == nil)
    let levels = try #require(Base64.bytes(of: entry["levels"]?.string ?? ""))
    let bands = try #require(Base64.bytes(of: entry["bands"]?.string ?? ""))
    #expect(bands.count == 480)
    // 200 Hz is the edge of the low band and the mid one, so that either may be the strongest.
    for (bar, level) in levels.enumerated() {
      #expect(max(bands[bar], bands[160 + bar], bands[320 + bar]) == level)
      #expect(bands[320 + bar] < level)
    }
  }

  @Test func `files have colors only if they are asked for`() throws {
    let library = try Self.library()
    #expect(try library.scan("--color-by pitch --data json --bars 20").status == 3)

    // The cache has the tones, but nothing shows them.
    let plain = try library.scan("--output {}/plain --data json --bars 20 --json")
    #expect(plain.text.contains(#""decoded":0"#))
    #expect(try library.json("plain/tone.wav.json")["pitch"] == nil)
    let entries = try library.json("plain/manifest.json")["files"]?.array ?? []
    let tone = entries.first { $0["path"]?.string == "tone.wav" }
    #expect(tone?["status"]?.string == "ok")
    #expect(tone?["pitches"] == nil)
  }

  @Test func `a cache without tones is completed, and keeps what it has`() throws {
    // Compressed recordings only: an uncompressed one is digested by its worker, whose measurements are
    // not added to an entry under a digest of ours.
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", "flac16.flac")
    #expect(try library.scan("--analyze --output {}/one").status == 0)
    let colored = try library.scan("--color-by pitch --output {}/two --json")
    #expect(!colored.text.contains(#""decoded":0"#))
    // Bands and pitch are one measure, and the loudness of the first scan is still there.
    let again = try library.scan("--color-by bands --analyze --output {}/three --json")
    #expect(again.text.contains(#""decoded":0"#))
  }

  @Test(arguments: [
    ("--style spectrogram", "not spectrogram"),
    ("--style dancingBars", "not dancingBars"),
    ("--style all", "not dancingBars"),
    ("--color red", "--color-by and --color exclude each other"),
    ("--gradient red,blue", "--color-by and --gradient exclude each other"),
    ("--unplayed-gradient red,blue --playhead 0.5", "--color-by and --unplayed-gradient"),
    ("--animate 1", "--color-by and --animate exclude each other"),
    ("--color-by bands --palette red,blue", "--color-by bands takes three colors"),
    ("--color-by bands --palette grey", "--color-by bands takes three colors"),
    ("--palette red,blue,gren", "did you mean"),
    ("--palette rainbw", "expected color or grey"),
    ("--palette red", "expected color or grey"),
  ])
  func `options without a use are refused with a sentence`(options: String, sentence: String) throws
  {
    let library = try TemporaryLibrary()
    let run = try library.scan("--color-by pitch \(options)")
    #expect(run.status == 2, "\(run.errorOutput)")
    #expect(run.errorOutput.contains(sentence))
  }

  @Test(arguments: ["grey", "navy,gold", "none,none", "red,red,red,red"])
  func `any colors make a palette`(palette: String) throws {
    let library = try Self.library()
    #expect(try library.scan("--color-by pitch --palette \(palette) --jobs 1").status == 3)
    // A repair and a second scan read the colors from the settings, as they were written.
    let check = try CommandRun("verify \(library.output) --cache \(library.cache)")
    #expect(check.status == 0 || check.status == 3, "\(check.errorOutput)")
    let again = try library.scan("--color-by pitch --palette \(palette) --json")
    #expect(again.text.contains(#""drawn":0"#))
  }
}

/// Tests `--data spectrogram`.
@Test func `wavesurfer's spectrogram has the tone in its bin, whatever pictures show`() throws {
  let library = try TemporaryLibrary()
  try library.write(lowTone, to: "tone.wav")
  #expect(try library.scan("--data spectrogram").status == 0)

  let text = try library.contents("library/.wavethumb/tone.wav.spectrogram.json")
  let channels = try #require(JSONValue(text).array)
  #expect(channels.count == 1)
  let columns = try #require(channels.first?.array)
  #expect(columns.count == 1200)

  for column in [0, 600, 1199] {
    let bins = try #require(columns[column].array).compactMap(\.int)
    #expect(bins.count == 513)
    #expect(bins.allSatisfy { (0...255).contains($0) })
    // 513 bins up to half of 8 kHz are 7.8 Hz each: 200 Hz is 25.6 of them.
    #expect(bins.firstIndex(of: bins.max() ?? 0) == 26)
  }

  let other = "--data spectrogram --style spectrogram --size 77x20 --output {}/other"
  #expect(try library.scan(other).status == 0)
  #expect(try library.contents("other/tone.wav.spectrogram.json") == text)
  #expect(try library.scan("--data spectrogram --json").text.contains(#""drawn":0"#))
}

/// Three seconds of 200 Hz at 8 kHz, a period of 40 frames.
private let lowTone = {
  let samples = (0..<24_000).map { Int16(20_000 * sin(Double($0) * .pi / 20)) }
  return WaveFile(channels: 1, samples: samples).bytes
}()
