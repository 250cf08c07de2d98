import Codecs
import TestSupport
import Testing
import WavethumbBatch
import WavethumbBytes

@Suite struct `Animated pictures` {
  /// Returns the pixels as drawn: a palette may encode a translucent color in several ways.
  private func premultipliedPixels(of file: [UInt8]) throws -> [UInt8] {
    var pixels = try PNGReader.decode(file).pixels
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let alpha = Int(pixels[start + 3])
      for component in start..<start + 3 {
        pixels[component] = UInt8((Int(pixels[component]) * alpha + 127) / 255)
      }
    }
    return pixels
  }

  @Test func `a scan animates a library, lists it, and does nothing the second time`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3")
    // One second with ten frames.
    let options = "--animate 1@10 --size 120x40 --style bars --style speech --scale 2"
    #expect(try library.scan(options).status == 0)

    let manifest = try library.manifest()
    #expect(manifest["settings"]?["animationSeconds"]?.int == 1)
    let thumbnails = try library.entries().flatMap { $0["thumbnails"]?.array ?? [] }
    #expect(
      thumbnails.map { $0["path"]?.string } == [
        "cbr.mp3.bars-animated@2x.png",
        "cbr.mp3.speech-animated@2x.png",
        "pcm16.wav.bars-animated@2x.png",
        "pcm16.wav.speech-animated@2x.png",
      ]
    )
    for thumbnail in thumbnails {
      try expectAnimation(thumbnail, in: library)
    }

    let before = try library.tree("library/.wavethumb")
    let again = try library.scan(options + " --json")
    #expect(again.status == 0)
    #expect(again.text.contains("\"drawn\":0"))
    #expect(try library.tree("library/.wavethumb") == before)
  }

  /// Expects a second of ten frames with 120 by 40 points at two pixels each.
  private func expectAnimation(_ thumbnail: JSONValue, in library: TemporaryLibrary) throws {
    #expect(thumbnail["animation"]?["frames"]?.int == 10)
    #expect(thumbnail["animation"]?["framesPerSecond"]?.int == 10)

    let path = try #require(thumbnail["path"]?.string)
    let file = try library.contents("library/.wavethumb/\(path)")
    #expect(file.count == thumbnail["bytes"]?.int)
    // The chunk that makes a PNG an animation to those who know it.
    let chunks = try #require(PNGChunks(file))
    #expect(chunks.contains { $0.name == Array("acTL".utf8) })
    let picture = try PNGReader.decode(file)
    #expect(picture.width == 240)
    #expect(picture.height == 80)
  }

  // Programs that know no animated PNG show its first frame.
  @Test func `an animation begins with the still picture`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    let look = "--size 120x40 --style bars --scale 2"
    #expect(try library.scan("\(look) --animate 1@10").status == 0)
    #expect(try library.scan("\(look) --output {}/stills").status == 0)

    let animation = try library.contents("library/.wavethumb/cbr.mp3.bars-animated@2x.png")
    let still = try library.contents("stills/cbr.mp3.bars@2x.png")
    let isEqual = try premultipliedPixels(of: animation) == premultipliedPixels(of: still)
    #expect(isEqual)
  }

  @Test func `stills and animations coexist, and pruning recognises both`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav")
    let size = "--size 60x20"
    #expect(try library.scan(size).status == 0)
    #expect(try library.scan("\(size) --animate 0.5 --prune").status == 0)

    // The still is of a recording that is there, so only `unlisted` deletes it.
    let animation = "pcm16.wav.mirroredBars-animated.png"
    #expect(try library.pictures() == [animation, "pcm16.wav.mirroredBars.png"])

    #expect(try library.scan("\(size) --animate 0.5 --prune=unlisted").status == 0)
    #expect(try library.pictures() == [animation])
    let others = try library.tree("library/.wavethumb").keys.filter { $0 != animation }
    #expect(others.sorted() == [".wavethumb-ledger", "manifest.json"])
  }

  @Test func `JSON includes its spectrum, which is drawn from it`() throws {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      $W render tone.wav -o a.json --spectrum &&
      $W render tone.wav -o a.png --style spectrum &&
      $W render a.json -o b.png --style spectrum &&
      $W render a.json -o b.json --spectrum
      """
    )
    #expect(run.status == 0)
    #expect(run.errorOutput == "")
    let fromRecording = try folder.picture("a.png")
    #expect(try folder.picture("b.png") == fromRecording)

    // 64 moments with 32 bands each.
    let rows = try #require(try folder.json("a.json")["spectrum"]?.array)
    #expect(rows.count == 64)
    #expect(rows.allSatisfy { $0.array?.count == 32 })
    #expect(try folder.json("b.json")["spectrum"]?.array == rows)
  }

  @Test func `a moment is drawn from the cache without decoding`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    // Another moment of the same spectrum, and a style that needs none.
    #expect(try library.scan("--style dancingBars").status == 0)
    let run = try library.scan("--style dancingBars --style sine --at 0.3 --json")
    #expect(run.status == 0)
    #expect(run.text.contains("\"decoded\":0"))
  }
}
