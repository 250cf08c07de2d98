import Codecs
import TestSupport
import Testing

struct PNGChunksTests {
  private let canvas = PNGCanvas(width: 40, height: 8) { x, y in (x * 6, y % 2 * 90, 7, x * 6) }

  @Test func `a PNG has sRGB and the generator, but no time`() throws {
    let file = try canvas.encoded(text: [("Software", "wavethumb 0.1.0"), ("Title", "Épisode 1")])
    #expect(
      PNGFacts(file).names == ["IHDR", "sRGB", "PLTE", "tRNS", "tEXt", "tEXt", "IDAT", "IEND"]
    )
    #expect(PNGChunks.software(ofFirstBytes: file) == "wavethumb 0.1.0")
    #expect(PNGFacts(file).content("tEXt") == Array("Title".utf8) + [0, 0xC9] + "pisode 1".utf8)
  }

  @Test func `PNG text beyond Latin-1 is UTF-8, cleaned and cut`() throws {
    func content(of chunk: String, title: String) throws -> [UInt8] {
      let file = try canvas.encoded(text: [("Title", title)])
      return PNGFacts(file).content(chunk)
    }
    // The end of the key, no compression and its method, no language and no translated key.
    let between: [UInt8] = [0, 0, 0, 0, 0]

    let text = try content(of: "iTXt", title: "日本\n語")
    #expect(text == Array("Title".utf8) + between + "日本 語".utf8)

    let long = String(repeating: "a\0", count: 100_000)
    let cut = try content(of: "tEXt", title: long)
    // The key, its end, and 1,024 scalars.
    #expect(cut.count == 6 + 1024)
  }

  @Test func `PNG text without a valid key, or without a value, is left out`() throws {
    // A key is 1 to 79 printable characters without spaces at an end or side by side. Latin-1 would be
    // allowed beyond ASCII, and is not written.
    let text = [
      ("", "x"),
      ("é", "x"),
      (" a", "x"),
      ("a  b", "x"),
      ("Title", ""),
    ]
    let file = try canvas.encoded(text: text)
    #expect(!PNGFacts(file).names.contains("tEXt"))
  }

  @Test(arguments: [
    // 144 and 216 pixels an inch are 5,669 and 8,504 a meter.
    (1, [UInt8]()),
    (2, [0, 0, 22, 37, 0, 0, 22, 37, 1]),
    (3, [0, 0, 33, 56, 0, 0, 33, 56, 1]),
  ])
  func `a PNG at scale 2 has its pixel density`(scale: Int, content: [UInt8]) throws {
    #expect(PNGFacts(try canvas.encoded(pixelsPerPoint: scale)).content("pHYs") == content)
  }

  @Test func `a foreign or truncated PNG has no generator`() throws {
    #expect(PNGChunks.software(ofFirstBytes: try canvas.encoded()) == nil)
    #expect(PNGChunks.software(ofFirstBytes: []) == nil)
    #expect(PNGChunks.software(ofFirstBytes: Array("GIF89a".utf8)) == nil)

    let file = try canvas.encoded(text: [("Software", "wavethumb 0.1.0")])

    // From the end of its chunk on the generator is known, and never before it is complete.
    let whole = try #require(
      (0...file.count).first { PNGChunks.software(ofFirstBytes: Array(file[..<$0])) != nil }
    )
    for length in whole...file.count {
      #expect(PNGChunks.software(ofFirstBytes: Array(file[..<length])) == "wavethumb 0.1.0")
    }
  }

  @Test func `mangled PNG files do not crash the reader`() throws {
    let file = try canvas.encoded(text: [("Software", "wavethumb 0.1.0")])
    var numbers = SeededNumbers(seed: 3)
    for _ in 0..<500 {
      var mangled = Array(file[..<(1 + numbers.next(below: file.count))])
      for _ in 0..<(1 + numbers.next(below: 6)) {
        mangled[numbers.next(below: mangled.count)] = UInt8(numbers.next(below: 256))
      }
      for chunk in PNGChunks(mangled).map(Array.init) ?? [] {
        #expect(chunk.content.upperBound <= mangled.count)
      }
      // Most mutations fail and some decode differently; each call must return.
      let picture = Result { () throws(PNGFailure) in try PNGReader.decode(mangled) }
      if case .success(let picture) = picture {
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
