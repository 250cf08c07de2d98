import Codecs
import TestSupport
import Testing

struct PNGEncoderTests {
  @Test func `one color on a transparent ground is encoded as a palette`() throws {
    // All 256 opacities of one color, in the lower half.
    let canvas = PNGCanvas(width: 300, height: 20) { x, y in
      let alpha = y < 10 ? 0 : min(255, x)
      return (30, 144, 255, alpha)
    }
    let file = try canvas.encoded()
    let facts = PNGFacts(file)
    #expect(facts.colorType == 3)
    #expect(facts.bitDepth == 8)
    #expect(facts.content("PLTE").count == 256 * 3)
    // The only opaque entry is the last, so tRNS omits it.
    #expect(facts.content("tRNS").count == 255)
    #expect(facts.content("tRNS").first == 0)
    #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)

    let bytes = try PNGReader.decode(file).pixels
    for offset in stride(from: 0, to: bytes.count, by: 4) where bytes[offset + 3] > 0 {
      #expect(bytes[offset..<offset + 3] == [30, 144, 255])
    }
  }

  @Test(arguments: [
    (2, 1),
    (3, 2),
    (4, 2),
    (5, 4),
    (16, 4),
    (17, 8),
    (256, 8),
  ])
  func `a palette has as few bits per pixel as possible`(colors: Int, bits: Int) throws {
    // Whole bytes in a row, and a last one that is not full.
    for width in [1024, 1031] {
      let canvas = PNGCanvas(width: width, height: 3) { x, y in
        let color = (x + y) % colors
        return (color, 255 - color, 9, 255)
      }
      let file = try canvas.encoded()
      #expect(PNGFacts(file).colorType == 3)
      #expect(PNGFacts(file).bitDepth == bits)
      #expect(PNGFacts(file).content("tRNS") == [])
      #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
    }
  }

  @Test(arguments: [
    (255, 1),
    (85, 2),
    (17, 4),
    (5, 8),
    (1, 8),
  ])
  // A step of 255 divided by 1, 3, 15 or 255 is exact in 1, 2, 4 or 8 bits; 5 is not in 4.
  func `opaque greys need no palette`(step: Int, bits: Int) throws {
    let canvas = PNGCanvas(width: 1025, height: 2) { x, _ in
      let grey = x % (255 / step + 1) * step
      return (grey, grey, grey, 255)
    }
    let file = try canvas.encoded()
    #expect(PNGFacts(file).colorType == 0)
    #expect(PNGFacts(file).bitDepth == bits)
    #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
  }

  // Greys would take 8 bits, since 50 is no multiple of 17; a palette of three takes 2.
  @Test func `few greys of high depth are encoded as a palette`() throws {
    let canvas = PNGCanvas(width: 1024, height: 2) { x, _ in
      let grey = x % 3 * 50
      return (grey, grey, grey, 255)
    }
    let facts = PNGFacts(try canvas.encoded())
    #expect(facts.colorType == 3)
    #expect(facts.bitDepth == 2)
  }

  @Test func `more than 256 colors use the smallest true color type`() throws {
    let opaque = PNGCanvas(width: 300, height: 4) { x, y in (x & 255, y, x >> 8, 255) }
    // One column is clear. Without a black pixel, black stands for clear.
    func alpha(_ x: Int) -> Int { x == 7 ? 0 : 255 }
    let keyed = PNGCanvas(width: 300, height: 4) { x, y in (x & 255, y, 1 + x >> 8, alpha(x)) }
    let blackToo = PNGCanvas(width: 300, height: 4) { x, y in (x & 255, y, x >> 8, alpha(x)) }
    let grey = PNGCanvas(width: 300, height: 4) { x, y in (y * 80, y * 80, y * 80, min(255, x)) }
    let any = PNGCanvas(width: 300, height: 4) { x, y in (x & 255, y * 80, x >> 8, 128 + y) }
    for (canvas, type) in [
      (opaque, 2),
      (keyed, 2),
      (blackToo, 6),
      (grey, 4),
      (any, 6),
    ] {
      let file = try canvas.encoded()
      let isKeyed = type == 2 && canvas.pixels == keyed.pixels
      #expect(PNGFacts(file).colorType == type)
      #expect(PNGFacts(file).names.contains("tRNS") == isKeyed)
      #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
    }
  }

  @Test func `pictures of any size and number of colors decode to their pixels`() throws {
    // Any seed will do: each round is compared with its own canvas.
    var numbers = SeededNumbers(seed: 7)
    for round in 0..<300 {
      let width = 1 + numbers.next(below: 70)
      let height = 1 + numbers.next(below: 40)
      // Every third picture may have more colors than a palette.
      let maximumColors = round % 3 == 0 ? 2000 : 40
      let colors = 1 + numbers.next(below: maximumColors)
      let pool = (0..<colors).map { _ in
        let red = numbers.next(below: 256)
        let green = numbers.next(below: 256)
        let blue = numbers.next(below: 256)
        let alphas = [0, 255, numbers.next(below: 256)]
        return (red, green, blue, alphas[numbers.next(below: 3)])
      }
      // The smaller of two numbers, so that some colors are frequent and others rare.
      let canvas = PNGCanvas(width: width, height: height) { _, _ in
        pool[min(numbers.next(below: colors), numbers.next(below: colors))]
      }
      let file = try canvas.encoded()
      #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
      #expect(try canvas.encoded() == file)
    }
  }

  @Test func `the longest rows and columns are encoded`() throws {
    // 2,049 is one more than a power of two.
    for (width, height) in [
      (1, 1),
      (16_384, 1),
      (1, 16_384),
      (16_384, 3),
      (2049, 2),
    ] {
      let canvas = PNGCanvas(width: width, height: height) { x, y in
        (x % 7, y % 5, 200, (x + y) % 256)
      }
      #expect(try PNGCanvas.decoded(canvas.encoded()).pixels == canvas.pixels)
    }
  }

  @Test func `components above their alpha are clamped`() throws {
    let bytes: [UInt8] = [255, 9, 0, 10, 0, 0, 0, 0]
    let file = try unsafe PNGEncoder.encode(
      premultiplied: bytes.span.bytes,
      width: 2,
      height: 1,
      pixelsPerPoint: 1,
      text: []
    )
    // 9 of an alpha of 10 is 230 of 255, rounded.
    #expect(try PNGReader.decode(file).pixels == [255, 230, 0, 10, 0, 0, 0, 0])
  }

  @Test func `sizes that do not match the bytes are rejected`() {
    let bytes = [UInt8](repeating: 0, count: 16)
    // None has four pixels; the last products overflow, and (-2, -2) would have four but for its signs.
    for (width, height) in [
      (0, 4),
      (4, 0),
      (-2, -2),
      (3, 1),
      (5, 1),
      (.max, 2),
      (.max, .max),
    ] {
      #expect(throws: PNGFailure.wrongSize(width: width, height: height, bytes: 16)) {
        try unsafe PNGEncoder.encode(
          premultiplied: bytes.span.bytes,
          width: width,
          height: height,
          pixelsPerPoint: 1,
          text: []
        )
      }
    }
    let longest = 16_384
    #expect(throws: PNGFailure.tooLarge(pixels: longest * longest)) {
      try unsafe PNGEncoder.encode(
        premultiplied: bytes.span.bytes,
        width: longest,
        height: longest,
        pixelsPerPoint: 1,
        text: []
      )
    }
  }
}
