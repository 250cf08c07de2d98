import Codecs
import TestSupport
import Testing

struct PNGChunksTests {
  private let canvas = PNGCanvas(width: 40, height: 8) { x, y in
    PNGColor(red: x * 6, green: y % 2 * 90, blue: 7, alpha: x * 6)
  }

  @Test func `a PNG has sRGB and the generator, but no time`() throws {
    let file = try canvas.encoded(text: [
      (key: "Software", value: "wavethumb 0.1.0"),
      (key: "Title", value: "Épisode 1"),
    ])
    let facts = PNGFacts(file)
    #expect(facts.names == ["IHDR", "sRGB", "PLTE", "tRNS", "tEXt", "tEXt", "IDAT", "IEND"])
    #expect(PNGChunks.software(ofFirstBytes: file) == "wavethumb 0.1.0")

    // The last text, in Latin-1 behind the end of its key.
    let title: [UInt8] = [0xC9] + Array("pisode 1".utf8)
    #expect(facts.content("tEXt") == Array("Title".utf8) + [0] + title)
  }

  @Test func `PNG text beyond Latin-1 is UTF-8, cleaned and cut`() throws {
    func content(of chunk: String, title: String) throws -> [UInt8] {
      let file = try canvas.encoded(text: [(key: "Title", value: title)])
      return PNGFacts(file).content(chunk)
    }
    // The end of the key, no compression and its method, no language and no translated key.
    let between = zeros(5)
    let international = try content(of: "iTXt", title: "日本\n語")
    #expect(international == Array("Title".utf8) + between + "日本 語".utf8)

    let long = String(repeating: "a\0", count: 100_000)
    let cut = try content(of: "tEXt", title: long)
    // The key, its end, and 1,024 scalars.
    #expect(cut.count == 6 + 1024)
  }

  @Test func `PNG text without a valid key, or without a value, is left out`() throws {
    // A key is 1 to 79 printable characters without spaces at an end or side by side. Latin-1 would be
    // allowed beyond ASCII, and is not written.
    let text = [
      (key: "", value: "x"),
      (key: "é", value: "x"),
      (key: " a", value: "x"),
      (key: "a  b", value: "x"),
      (key: "Title", value: ""),
    ]
    let file = try canvas.encoded(text: text)
    #expect(!PNGFacts(file).names.contains("tEXt"))
  }

  // 144 and 216 pixels an inch, 39.37 inches a meter.
  @Test(arguments: [
    (scale: 2, pixelsPerMeter: 5669),
    (scale: 3, pixelsPerMeter: 8504),
  ])
  func `a PNG at a larger scale has its pixel density`(scale: Int, pixelsPerMeter: Int) throws {
    let file = try canvas.encoded(pixelsPerPoint: scale)
    let perMeter: [UInt8] = [1]
    let density = bigEndian(pixelsPerMeter)
    #expect(PNGFacts(file).content("pHYs") == density + density + perMeter)
  }

  @Test func `a PNG at scale 1 has no pixel density`() throws {
    let file = try canvas.encoded(pixelsPerPoint: 1)
    #expect(!PNGFacts(file).names.contains("pHYs"))
  }

  private static let software = [(key: "Software", value: "wavethumb 0.1.0")]

  @Test func `a foreign PNG has no generator`() throws {
    let withoutText = try canvas.encoded()
    for file in [withoutText, [], Array("GIF89a".utf8)] {
      #expect(PNGChunks.software(ofFirstBytes: file) == nil)
    }
  }

  @Test func `the generator is known from the end of its chunk on`() throws {
    let file = try canvas.encoded(text: Self.software)
    let generators = (0...file.count).map { length in
      PNGChunks.software(ofFirstBytes: Array(file[..<length]))
    }
    let firstLength = try #require(generators.firstIndex { $0 != nil })
    // Never a part of it, and never nothing again.
    for generator in generators[firstLength...] {
      #expect(generator == "wavethumb 0.1.0")
    }
  }

  @Test func `mangled PNG files do not crash the reader`() throws {
    let file = try canvas.encoded(text: Self.software)
    var random = SeededNumbers(seed: 3)
    for _ in 0..<500 {
      let length = 1 + random.next(below: file.count)
      var mangled = Array(file[..<length])
      for _ in 0...random.next(below: 6) {
        let offset = random.next(below: mangled.count)
        mangled[offset] = UInt8(random.next(below: 256))
      }
      for chunk in PNGChunks(mangled).map(Array.init) ?? [] {
        #expect(chunk.content.upperBound <= mangled.count)
      }
      // Most mutations fail and some decode differently; each call must return.
      if let picture = try? PNGReader.decode(mangled) {
        #expect(picture.pixels.count == picture.width * picture.height * 4)
      }
    }
  }

  @Test func `the PNG reader rejects pictures larger than requested`() throws {
    let file = try canvas.encoded()
    // One less than the 40 · 8 pixels that it has.
    #expect(throws: PNGFailure.refused(reason: "more pixels than allowed")) {
      try PNGReader.decode(file, maximumPixels: 319)
    }
    #expect(throws: PNGFailure.refused(reason: "the file ends early")) {
      try PNGReader.decode(Array(file[..<60]))
    }
  }
}
