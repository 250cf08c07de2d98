import Codecs
import TestSupport
import Testing

struct PNGEncoderTests {
  /// Expects a file to decode to a canvas.
  private func expect(
    _ file: [UInt8],
    toShow canvas: PNGCanvas,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let isSame = try PNGCanvas.decoded(file).pixels == canvas.pixels
    #expect(isSame, sourceLocation: sourceLocation)
  }

  @Test func `one color on a transparent ground is encoded as a palette`() throws {
    let blue = PNGColor(red: 30, green: 144, blue: 255)
    // All 256 opacities of one color, in the lower half.
    let canvas = PNGCanvas(width: 300, height: 20) { x, y in
      let alpha = y < 10 ? 0 : min(255, x)
      return blue.withAlpha(alpha)
    }
    let file = try canvas.encoded()
    let facts = PNGFacts(file)
    #expect(facts.colorType == PNGColorType.palette)
    #expect(facts.bitDepth == 8)
    #expect(facts.content("PLTE").count == 256 * 3)
    // The only opaque entry is the last, so tRNS omits it.
    #expect(facts.content("tRNS").count == 255)
    #expect(facts.content("tRNS").first == 0)
    try expect(file, toShow: canvas)

    // A viewer mixes the color with the ground: less than one level is off, whatever the opacity.
    let bytes = try PNGReader.decode(file).pixels
    for offset in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Int(bytes[offset + 3])
      for (component, expected) in zip(bytes[offset..<offset + 3], [30, 144, 255]) {
        #expect(abs(Int(component) - expected) * alpha < 255)
      }
    }
  }

  // Both sides of each power of two.
  @Test(arguments: [
    (colors: 2, bits: 1),
    (colors: 3, bits: 2),
    (colors: 4, bits: 2),
    (colors: 5, bits: 4),
    (colors: 16, bits: 4),
    (colors: 17, bits: 8),
    (colors: 256, bits: 8),
  ])
  func `a palette has as few bits per pixel as possible`(colors: Int, bits: Int) throws {
    // Whole bytes in a row, and a last one that is not full.
    for width in [1024, 1031] {
      let canvas = PNGCanvas(width: width, height: 3) { x, y in
        let color = (x + y) % colors
        return PNGColor(red: color, green: 255 - color, blue: 9)
      }
      let file = try canvas.encoded()
      let facts = PNGFacts(file)
      #expect(facts.colorType == PNGColorType.palette)
      #expect(facts.bitDepth == bits)
      #expect(facts.content("tRNS") == [])
      try expect(file, toShow: canvas)
    }
  }

  /// Returns the color type of a canvas of more than 256 colors.
  private func colorType(_ color: (_ x: Int, _ y: Int) -> PNGColor) throws -> Int {
    let canvas = PNGCanvas(width: 300, height: 4, color)
    let file = try canvas.encoded()
    try expect(file, toShow: canvas)
    let facts = PNGFacts(file)
    #expect(!facts.names.contains("tRNS"))
    return facts.colorType
  }

  @Test func `many opaque colors need no alpha, and others do`() throws {
    let opaque = try colorType { x, y in
      PNGColor(red: x & 255, green: y, blue: x >> 8)
    }
    #expect(opaque == PNGColorType.trueColor)
    let withClearPixels = try colorType { x, y in
      PNGColor(red: x & 255, green: y, blue: x >> 8, alpha: x == 7 ? 0 : 255)
    }
    #expect(withClearPixels == PNGColorType.trueColorWithAlpha)
    let translucent = try colorType { x, y in
      PNGColor(red: x & 255, green: y * 80, blue: x >> 8, alpha: 128 + y)
    }
    #expect(translucent == PNGColorType.trueColorWithAlpha)
  }

  @Test func `pictures of any size and number of colors decode to their pixels`() throws {
    // Any seed will do: each round is compared with its own canvas.
    var random = SeededNumbers(seed: 7)
    for round in 0..<300 {
      // Every third picture may have more colors than a palette.
      let maximumColors = round % 3 == 0 ? 2000 : 40
      let colors = randomColors(maximumCount: maximumColors, using: &random)
      let width = 1 + random.next(below: 70)
      let height = 1 + random.next(below: 40)
      let canvas = PNGCanvas(width: width, height: height) { _, _ in
        // The smaller of two numbers, so that some colors are frequent and others rare.
        let one = random.next(below: colors.count)
        let other = random.next(below: colors.count)
        return colors[min(one, other)]
      }
      let file = try canvas.encoded()
      try expect(file, toShow: canvas)
      #expect(try canvas.encoded() == file)
    }
  }

  private func randomColors(
    maximumCount: Int,
    using random: inout SeededNumbers
  ) -> [PNGColor] {
    let count = 1 + random.next(below: maximumCount)
    return (0..<count).map { _ in
      let red = random.next(below: 256)
      let green = random.next(below: 256)
      let blue = random.next(below: 256)
      let alphas = [0, 255, random.next(below: 256)]
      let alpha = alphas[random.next(below: 3)]
      return PNGColor(red: red, green: green, blue: blue, alpha: alpha)
    }
  }

  // 2,049 is one more than a power of two.
  @Test(arguments: [
    (width: 1, height: 1),
    (width: 16_384, height: 1),
    (width: 1, height: 16_384),
    (width: 16_384, height: 3),
    (width: 2049, height: 2),
  ])
  func `the longest rows and columns are encoded`(width: Int, height: Int) throws {
    let canvas = PNGCanvas(width: width, height: height) { x, y in
      PNGColor(red: x % 7, green: y % 5, blue: 200, alpha: (x + y) % 256)
    }
    try expect(try canvas.encoded(), toShow: canvas)
  }

  private func encode(premultiplied bytes: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    try unsafe PNGEncoder.encode(
      premultiplied: bytes.span.bytes,
      width: width,
      height: height,
      pixelsPerPoint: 1,
      text: []
    )
  }

  // No canvas has such pixels; a program that uses the library may.
  @Test func `components above their alpha are clamped`() throws {
    let bytes: [UInt8] = [
      255, 9, 0, 10,
      0, 0, 0, 0,
    ]
    let file = try encode(premultiplied: bytes, width: 2, height: 1)
    // 9 of an alpha of 10 is 230 of 255, rounded.
    let expected: [UInt8] = [
      255, 230, 0, 10,
      0, 0, 0, 0,
    ]
    #expect(try PNGReader.decode(file).pixels == expected)
  }

  // None has four pixels; the last products overflow, and (-2, -2) would have four but for its signs.
  @Test(arguments: [
    (width: 0, height: 4),
    (width: 4, height: 0),
    (width: -2, height: -2),
    (width: 3, height: 1),
    (width: 5, height: 1),
    (width: .max, height: 2),
    (width: .max, height: .max),
  ])
  func `sizes that do not match the bytes are rejected`(width: Int, height: Int) {
    let fourPixels = zeros(16)
    #expect(throws: PNGFailure.wrongSize(width: width, height: height, bytes: 16)) {
      try encode(premultiplied: fourPixels, width: width, height: height)
    }
  }

  @Test func `more pixels than allowed are rejected`() {
    let side = 16_384
    #expect(throws: PNGFailure.tooLarge(pixels: side * side)) {
      try encode(premultiplied: zeros(16), width: side, height: side)
    }
  }
}
