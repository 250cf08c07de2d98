import Codecs
import TestSupport
import Testing

struct PNGEncoderTests {
  @Test func `one color on a transparent ground is encoded as a palette`() throws {
    let canvas = PNGCanvas(300, 20) { x, y in (30, 144, 255, y < 10 ? 0 : min(255, x)) }
    let file = try canvas.encoded()
    let facts = PNGFacts(file)
    #expect(facts.colorType == 3)
    #expect(facts.bitDepth == 8)
    #expect(facts.content("PLTE").count == 256 * 3)
    // The only opaque entry is the last, so tRNS omits it.
    #expect(facts.content("tRNS").count == 255)
    #expect(facts.content("tRNS").first == 0)
    #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
    let strengths = try PNGReader.decode(file).pixels
    for at in stride(from: 0, to: strengths.count, by: 4) where strengths[at + 3] > 0 {
      #expect(strengths[at..<at + 3] == [30, 144, 255])
    }
  }

  @Test(arguments: [(2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)])
  func `a palette has as few bits per pixel as possible`(colors: Int, bits: Int) throws {
    for width in [1024, 1031] {
      let canvas = PNGCanvas(width, 3) { x, y in
        ((x + y) % colors, 255 - (x + y) % colors, 9, 255)
      }
      let file = try canvas.encoded()
      #expect(PNGFacts(file).colorType == 3)
      #expect(PNGFacts(file).bitDepth == bits)
      #expect(PNGFacts(file).content("tRNS") == [])
      #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
    }
  }

  @Test(arguments: [(255, 1), (85, 2), (17, 4), (5, 8), (1, 8)])
  func `opaque greys need no palette`(step: Int, bits: Int) throws {
    let canvas = PNGCanvas(1025, 2) { x, _ in
      let grey = x % (255 / step + 1) * step
      return (grey, grey, grey, 255)
    }
    let file = try canvas.encoded()
    #expect(PNGFacts(file).colorType == 0)
    #expect(PNGFacts(file).bitDepth == bits)
    #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
  }

  @Test func `few greys of high depth are encoded as a palette`() throws {
    let canvas = PNGCanvas(1024, 2) { x, _ in (x % 3 * 50, x % 3 * 50, x % 3 * 50, 255) }
    let facts = PNGFacts(try canvas.encoded())
    #expect((facts.colorType, facts.bitDepth) == (3, 2))
  }

  @Test func `more than 256 colors use the smallest true color type`() throws {
    let opaque = PNGCanvas(300, 4) { x, y in (x & 255, y, x >> 8, 255) }
    let keyed = PNGCanvas(300, 4) { x, y in (x & 255, y, 1 + x >> 8, x == 7 ? 0 : 255) }
    let blackToo = PNGCanvas(300, 4) { x, y in (x & 255, y, x >> 8, x == 7 ? 0 : 255) }
    let grey = PNGCanvas(300, 4) { x, y in (y * 80, y * 80, y * 80, min(255, x)) }
    let any = PNGCanvas(300, 4) { x, y in (x & 255, y * 80, x >> 8, 128 + y) }
    for (canvas, type) in [(opaque, 2), (keyed, 2), (blackToo, 6), (grey, 4), (any, 6)] {
      let file = try canvas.encoded()
      #expect(PNGFacts(file).colorType == type)
      #expect(PNGFacts(file).names.contains("tRNS") == (type == 2 && canvas.pixels == keyed.pixels))
      #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
    }
  }

  @Test func `pictures of any size and number of colors decode to their pixels`() throws {
    var numbers = SeededNumbers(seed: 7)
    for round in 0..<300 {
      let width = 1 + numbers.next(below: 70)
      let height = 1 + numbers.next(below: 40)
      let colors = 1 + numbers.next(below: round % 3 == 0 ? 2000 : 40)
      let pool = (0..<colors).map { _ in
        (
          numbers.next(below: 256), numbers.next(below: 256), numbers.next(below: 256),
          [0, 255, numbers.next(below: 256)][numbers.next(below: 3)]
        )
      }
      let canvas = PNGCanvas(width, height) { _, _ in
        pool[min(numbers.next(below: colors), numbers.next(below: colors))]
      }
      let file = try canvas.encoded()
      #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
      #expect(try canvas.encoded() == file)
    }
  }

  @Test func `the longest rows and columns are encoded`() throws {
    for (width, height) in [(1, 1), (16_384, 1), (1, 16_384), (16_384, 3), (2049, 2)] {
      let canvas = PNGCanvas(width, height) { x, y in (x % 7, y % 5, 200, (x + y) % 256) }
      #expect(try PNGCanvas.decoded(canvas.encoded()).pixels == canvas.pixels)
    }
  }

  @Test func `components above their alpha are clamped`() throws {
    let bytes: [UInt8] = [255, 9, 0, 10, 0, 0, 0, 0]
    let file = try unsafe PNGEncoder.encode(
      premultiplied: bytes.span.bytes, width: 2, height: 1, pixelsPerPoint: 1, text: [])
    #expect(try PNGReader.decode(file).pixels == [255, 230, 0, 10, 0, 0, 0, 0])
  }

  @Test func `sizes that do not match the bytes are rejected`() {
    let bytes = [UInt8](repeating: 0, count: 16)
    for (width, height) in [(0, 4), (4, 0), (-2, -2), (3, 1), (5, 1), (.max, 2), (.max, .max)] {
      #expect(throws: PNGFailure.wrongSize(width: width, height: height, bytes: 16)) {
        try unsafe PNGEncoder.encode(
          premultiplied: bytes.span.bytes, width: width, height: height, pixelsPerPoint: 1,
          text: [])
      }
    }
    #expect(throws: PNGFailure.tooLarge(pixels: 16_384 * 16_384)) {
      try unsafe PNGEncoder.encode(
        premultiplied: bytes.span.bytes, width: 16_384, height: 16_384, pixelsPerPoint: 1, text: [])
    }
  }
}
