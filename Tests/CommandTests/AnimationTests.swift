import Codecs
import TestSupport
import Testing
import WavethumbBatch
import WavethumbBytes

@Suite struct `Animated pictures` {
  /// Returns the pixels as drawn: a palette may encode a translucent color in several ways.
  private func premultiplied(_ file: [UInt8]) throws -> [UInt8] {
    let pixels = try PNGReader.decode(file).pixels
    return pixels.indices.map { index in
      let alpha = Int(pixels[index | 3])
      return index & 3 == 3 ? pixels[index] : UInt8((Int(pixels[index]) * alpha + 127) / 255)
    }
  }

  @Test func `a scan animates a library, lists it, and does nothing the second time`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3")
    let options = "--animate 1@10 --size 120x40 --style bars --style speech --scale 2"
    let stills = "--size 120x40 --style bars --scale 2 --output {}/stills"
    #expect(try library.scan(options).status == 0)
    #expect(try library.scan(stills).status == 0)

    let manifest = try library.manifest()
    #expect(manifest["settings"]?["animationSeconds"]?.int == 1)
    let files = try #require(manifest["files"]?.array)
    let thumbnails = files.flatMap { $0["thumbnails"]?.array ?? [] }
    #expect(
      thumbnails.map { $0["path"]?.string } == [
        "cbr.mp3.bars-animated@2x.png", "cbr.mp3.speech-animated@2x.png",
        "pcm16.wav.bars-animated@2x.png", "pcm16.wav.speech-animated@2x.png",
      ]
    )

    for thumbnail in thumbnails {
      #expect(thumbnail["animation"]?["frames"]?.int == 10)
      #expect(thumbnail["animation"]?["framesPerSecond"]?.int == 10)
      let path = try #require(thumbnail["path"]?.string)
      let file = try library.contents("library/.wavethumb/\(path)")
      #expect(file.count == thumbnail["bytes"]?.int)
      let chunks = try #require(PNGChunks(file))
      #expect(chunks.contains { $0.name == Array("acTL".utf8) })
      let still = try PNGReader.decode(file)
      #expect(still.width == 240)
      #expect(still.height == 80)
    }

    let first = try library.contents("library/.wavethumb/cbr.mp3.bars-animated@2x.png")
    let still = try library.contents("stills/cbr.mp3.bars@2x.png")
    #expect(try premultiplied(first) == premultiplied(still))

    let before = try library.tree("library/.wavethumb")
    let again = try library.scan(options + " --json")
    #expect(again.status == 0)
    #expect(again.text.contains("\"drawn\":0"))
    #expect(try library.tree("library/.wavethumb") == before)
  }

  @Test func `stills and animations coexist, and pruning recognises both`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav")
    let size = "--size 60x20"
    #expect(try library.scan(size).status == 0)
    #expect(try library.scan("\(size) --animate 0.5 --prune").status == 0)

    let names = [
      ".wavethumb-ledger", "manifest.json", "pcm16.wav.mirroredBars-animated.png",
      "pcm16.wav.mirroredBars.png",
    ]
    #expect(try library.tree("library/.wavethumb").keys.filter { $0 != ".lock" }.sorted() == names)
    #expect(try library.scan("\(size) --animate 0.5 --prune=unlisted").status == 0)
    #expect(
      try library.tree("library/.wavethumb").keys.filter { $0 != ".lock" }.sorted()
        == Array(names.prefix(3))
    )
  }

  @Test func `JSON includes its spectrum, which is drawn from it`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      $W render tone.wav -o a.json --spectrum && $W render tone.wav -o a.png --style spectrum
      $W render a.json -o b.png --style spectrum && $W render a.json -o b.json --spectrum
      """
    )
    #expect(run.status == 0)
    #expect(run.errorOutput == "")
    #expect(try folder.picture("a.png") == folder.picture("b.png"))

    let rows = try #require(JSONValue(try folder.read("a.json"))["spectrum"]?.array)
    #expect(rows.count == 64)
    #expect(rows.allSatisfy { $0.array?.count == 32 })
    #expect(try folder.json("b.json")["spectrum"]?.array == rows)
  }

  @Test func `a moment is drawn from the cache without decoding`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    #expect(try library.scan("--style dancingBars").status == 0)
    let run = try library.scan("--style dancingBars --style sine --at 0.3 --json")
    #expect(run.status == 0)
    #expect(run.text.contains("\"decoded\":0"))
  }
}
