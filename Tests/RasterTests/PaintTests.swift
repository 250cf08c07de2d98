import Testing

@testable import Raster

@Test func `a translucent color is blended over the ground`() {
  let blue = Color(red: 0, green: 0, blue: 200)
  let halfRed = Color(red: 255, green: 0, blue: 0, alpha: 128)
  let pixel = Outline.rectangle(x: 0, y: 0, width: 1, height: 1)
  var canvas = Canvas(width: 1, height: 1, background: blue)
  canvas.fill(pixel, with: .color(halfRed))
  // 128/255 of red, and 127/255 of blue.
  #expect(canvas.components(x: 0, y: 0) == [128, 0, 100, 255])
}

/// A row of paint, what lies below it, and the mask between them.
private struct RowToBlend {
  var paint: [UInt32]
  var mask: [UInt8]
  var below: [UInt32]

  func blended(isOpaque: Bool = false) -> [UInt32] {
    var pixels = below
    RowKernels.blend(
      paint[...],
      isOpaque: isOpaque,
      through: mask[...],
      onto: &pixels,
      at: 0
    )
    return pixels
  }
}

/// Returns a component of a pixel: red at shift 0, alpha at 24.
private func component(_ pixel: UInt32, shift: UInt32) -> Double {
  Double(pixel >> shift & 255)
}

// Eight pixels are blended at once: fewer, as many, one more, and several times and a rest.
@Test(arguments: [1, 7, 8, 9, 31])
func `blending rows equals arithmetic for every coverage`(count: Int) {
  var random = SeededNumbers(seed: 11)
  func anyByte() -> UInt8 {
    .random(in: 0...255, using: &random)
  }
  let color = Color(red: 250, green: 3, blue: 90, alpha: anyByte())
  let paint = color.premultiplied
  let row = RowToBlend(
    paint: [UInt32](repeating: paint, count: count),
    mask: (0..<count).map { _ in anyByte() },
    below: (0..<count).map { _ in
      Color(red: anyByte(), green: 9, blue: 255, alpha: anyByte()).premultiplied
    }
  )

  let blended = row.blended()
  for index in 0..<count {
    let coverage = Double(row.mask[index]) / 255
    let opacity = Double(color.alpha) / 255 * coverage
    for shift: UInt32 in [0, 8, 16, 24] {
      let source = component(paint, shift: shift) * coverage
      let ground = component(row.below[index], shift: shift) * (1 - opacity)
      let result = component(blended[index], shift: shift)
      // The product with the coverage, the opacity of the rest and the product with that are
      // rounded: three halves.
      #expect(abs(result - (source + ground)) <= 1.5)
    }
  }
}

// An opaque paint is copied where the mask is full, and chosen where it is full or empty: nine pixels
// are eight of one of these paths, and one of the path for the rest.
@Test(
  arguments: [
    [255, 255, 255, 255, 255, 255, 255, 255, 255],
    [0, 255, 255, 0, 0, 255, 0, 255, 7],
  ] as [[UInt8]]
)
func `blending an opaque row equals blending any row`(mask: [UInt8]) {
  let violet = Color(rgb: 0x8040c0).premultiplied
  let halfTransparent: UInt32 = 0x8020_4060
  let row = RowToBlend(
    paint: [UInt32](repeating: violet, count: mask.count),
    mask: mask,
    below: [UInt32](repeating: halfTransparent, count: mask.count)
  )
  #expect(row.blended(isOpaque: true) == row.blended())
}

/// Returns a canvas filled with a gradient from its upper left corner to a point.
private func canvas(
  width: Int,
  height: Int,
  gradient colors: [Color],
  to end: Point
) -> Canvas {
  let everything = Outline.rectangle(
    x: 0,
    y: 0,
    width: Double(width),
    height: Double(height)
  )
  var canvas = Canvas(width: width, height: height)
  let origin = Point(x: 0, y: 0)
  let gradient = Gradient(colors: colors)
  canvas.fill(everything, with: .gradient(gradient, from: origin, to: end))
  return canvas
}

@Test func `a gradient runs from its first to its last colour`() {
  let end = Point(x: 5, y: 0)
  let row = canvas(width: 5, height: 1, gradient: [black, white], to: end)
  // 255 times 0.1, 0.3, 0.5, 0.7 and 0.9: the middles of five pixels.
  #expect(row.reds(ofRow: 0) == [26, 77, 128, 179, 230])
}

@Test func `a vertical gradient has one color per row`() {
  let canvas = canvas(
    width: 3,
    height: 4,
    gradient: [white, black, white],
    to: Point(x: 0, y: 4)
  )
  // A quarter and three quarters of the way to black, and back.
  let expected = [191, 64, 64, 191]
  for column in 0..<3 {
    #expect(canvas.reds(ofColumn: column) == expected)
  }
}

@Test func `a slanted gradient has one color along its normal`() {
  let corner = Point(x: 8, y: 8)
  let canvas = canvas(width: 8, height: 8, gradient: [black, white], to: corner)
  #expect(canvas.components(x: 2, y: 5) == canvas.components(x: 5, y: 2))
  let diagonal = (0..<8).map { canvas.components(x: $0, y: $0)[0] }
  // 255 times 1/16, 3/16 and so on: the middles of eight pixels.
  #expect(diagonal == [16, 48, 80, 112, 143, 175, 207, 239])
}

@Test func `colors between stops are mixed before premultiplying`() {
  let clearRed = Color(red: 255, green: 0, blue: 0, alpha: 0)
  let blue = Color(red: 0, green: 0, blue: 255)
  let pixel = Gradient(colors: [clearRed, blue]).pixel(at: 0.5)
  // Halfway: red and blue are 127.5 each at half opacity. Mixed after premultiplying, red would be 0.
  let expected = Color(red: 128, green: 0, blue: 128, alpha: 128)
  #expect(pixel == expected.premultiplied)
}

@Test func `stops can be anywhere, repeated, and in any order`() {
  // Sorted and clamped: black at 0, white and black at 0.5, white at 1.
  let gradient = Gradient(stops: [
    Gradient.Stop(offset: 0.5, color: white),
    Gradient.Stop(offset: 0.5, color: black),
    Gradient.Stop(offset: .nan, color: black),
    Gradient.Stop(offset: 9, color: white),
  ])
  func red(at offset: Double) -> UInt32 {
    gradient.pixel(at: offset) & 255
  }
  // 255 times 0.98 and 0.02.
  #expect(red(at: 0.49) == 250)
  #expect(red(at: 0.51) == 5)
}

@Test func `a gradient without stops is clear, one of one stop has its color`() {
  #expect(Gradient(colors: []).pixel(at: 0.5) == 0)
  #expect(Gradient(colors: [white]).pixel(at: .nan) == white.premultiplied)
}

@Test func `a radial gradient runs outward and ends in its last color`() {
  let gradient = Gradient(colors: [white, black])
  let paint = Paint.radial(gradient, center: Point(x: 4.5, y: 4.5), radius: 4)
  var canvas = Canvas(width: 9, height: 9)
  canvas.fill([RoundedRectangle(x: 0, y: 0, width: 9, height: 9)], with: paint)

  // A quarter darker with each pixel from the center.
  let ramp = [0, 64, 128, 191, 255, 191, 128, 64, 0]
  #expect(canvas.reds(ofRow: 4) == ramp)
  #expect(canvas.reds(ofColumn: 4) == ramp)
  // A corner is 5.7 pixels from the center.
  #expect(canvas.pixels[0] == black.premultiplied)
}
