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
    for (index, name) in ["mono.wav", "flac16.flac", "cbr.mp3", "float32.wav", "empty.mp3"]
      .enumerated()
    {
      try library.add(name, as: "\(index % 2)/\(name)")
    }
    let samples = (0..<24_000).map { Int16(20_000 * sin(Double($0) * .pi / 20)) }
    try library.write(WaveFile(channels: 1, samples: samples).bytes, to: "tone.wav")
    return library
  }

  private func entry(_ name: String, in manifest: JSONValue) -> JSONValue? {
    manifest["files"]?.array?.first { $0["path"]?.string == name }
  }

  @Test func `jobs and parts give the same bytes`() throws {
    let library = try Self.library()
    #expect(try library.scan("--output {}/whole --no-cache --jobs 1 \(Self.looks)").status == 3)
    #expect(try library.scan("--output {}/wide --no-cache --jobs 4 \(Self.looks)").status == 3)
    #expect(try library.tree("whole") == library.tree("wide"))

    for number in 1...3 {
      _ = try library.scan("--output {}/parts --shard \(number)/3 \(Self.looks)")
    }
    _ = try CommandRun("merge \(library.root)/parts --cache \(library.cache)")
    let merged = try library.tree("parts")
    let whole = try library.tree("whole")
    for (path, bytes) in whole {
      #expect(merged[path] == bytes, "\(path)")
    }
  }

  @Test func `colors are data as well, and only if they are asked for`() throws {
    let library = try Self.library()
    #expect(try library.scan("--color-by pitch --data json --bars 20").status == 3)
    let data = try library.json("library/.wavethumb/tone.wav.json")
    let pitches = try #require(data["pitch"]?.array).compactMap(\.double)
    #expect(pitches.count == 20)
    #expect(pitches.allSatisfy { abs($0 - 200) < 4 })

    // A bar is as high as its highest band.
    let bars = try #require(data["bars"]?.array).compactMap(\.double)
    let bands = try ["low", "mid", "high"].map { name in
      try #require(data["bands"]?[name]?.array).compactMap(\.double)
    }
    for (index, bar) in bars.enumerated() {
      #expect(bands.map { $0[index] }.max() == bar)
    }

    let manifest = try library.json("library/.wavethumb/manifest.json")
    let text = try #require(entry("tone.wav", in: manifest)?["pitches"]?.string)
    let positions = try #require(Base64.bytes(of: text))
    // 200 Hz is log2(200 / 150) / 5 of the ramp.
    #expect(positions.count == 160)
    #expect(positions.allSatisfy { abs(Int($0) - 22) <= 2 })

    // The cache has the tones, but nothing shows them that was not asked to.
    let plain = try library.scan("--output {}/plain --data json --bars 20 --json")
    #expect(plain.text.contains(#""decoded":0"#), "\(plain.text)")
    let manifestWithout = try library.json("plain/manifest.json")
    #expect(entry("tone.wav", in: manifestWithout)?["pitches"] == nil)
    #expect(try library.json("plain/tone.wav.json")["pitch"] == nil)
  }

  @Test func `a cache without tones is completed, and keeps what it has`() throws {
    // A worker digests uncompressed recordings: its word is not kept beside a digest of ours.
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", "flac16.flac")
    #expect(try library.scan("--analyze --output {}/one").status == 0)
    let colored = try library.scan("--color-by pitch --output {}/two --json")
    #expect(!colored.text.contains(#""decoded":0"#))
    let again = try library.scan("--color-by bands --analyze --output {}/three --json")
    #expect(again.text.contains(#""decoded":0"#), "\(again.text)")
  }

  @Test(arguments: [
    ("--style spectrogram", "not spectrogram"), ("--style dancingBars", "not dancingBars"),
    ("--style all", "not dancingBars"),
    ("--color red", "--color-by and --color exclude each other"),
    ("--gradient red,blue", "--color-by and --gradient exclude each other"),
    ("--unplayed-gradient red,blue --playhead 0.5", "--color-by and --unplayed-gradient"),
    ("--animate 1", "--color-by and --animate exclude each other"),
    ("--band-colors red,blue", "expected three colors"),
    ("--band-colors red,blue,gren", "did you mean"),
    ("--palette rainbw", "expected color or grey"),
    ("--palette red", "expected color or grey"),
  ])
  func `options without a use are refused with a sentence`(options: String, sentence: String) throws
  {
    let library = try TemporaryLibrary()
    let run = try library.scan("--color-by pitch \(options)")
    #expect(run.status == 2, "\(run.errorOutput)")
    #expect(run.errorOutput.contains(sentence), "\(run.errorOutput)")
  }

  @Test(arguments: ["grey", "navy,gold", "none,none", "red,red,red,red"])
  func `any colors make a palette`(palette: String) throws {
    let library = try Self.library()
    #expect(try library.scan("--color-by pitch --palette \(palette) --jobs 1").status == 3)
    // The settings are read back as they were written.
    let check = try CommandRun("verify \(library.output) --cache \(library.cache)")
    #expect(check.status == 0 || check.status == 3, "\(check.errorOutput)")
    let again = try library.scan("--color-by pitch --palette \(palette) --json")
    #expect(again.text.contains(#""drawn":0"#), "\(again.text)")
  }
}

/// Tests `--data spectrogram`.
@Test func `wavesurfer's spectrogram has the tone in its bin, whatever pictures show`() throws {
  let library = try TemporaryLibrary()
  let samples = (0..<24_000).map { Int16(20_000 * sin(Double($0) * .pi / 20)) }
  try library.write(WaveFile(channels: 1, samples: samples).bytes, to: "tone.wav")
  #expect(try library.scan("--data spectrogram").status == 0)

  let text = try library.contents("library/.wavethumb/tone.wav.spectrogram.json")
  let columns = try #require(JSONValue(text).array?.first?.array)
  #expect(try JSONValue(text).array?.count == 1)
  #expect(columns.count == 1200)

  for column in [0, 600, 1199] {
    let bins = try #require(columns[column].array).compactMap(\.int)
    #expect(bins.count == 513)
    #expect(bins.allSatisfy { (0...255).contains($0) })
    // 200 Hz at 8 kHz.
    #expect(bins.firstIndex(of: bins.max() ?? 0) == 26)
  }

  let other = "--data spectrogram --style spectrogram --size 77x20 --output {}/other"
  #expect(try library.scan(other).status == 0)
  #expect(try library.contents("other/tone.wav.spectrogram.json") == text)
  #expect(try library.scan("--data spectrogram --json").text.contains(#""drawn":0"#))
}
