import Testing

@testable import Raster

@Test func `a translucent color is blended over the ground`() {
  let halfRed = Color(red: 255, green: 0, blue: 0, alpha: 128)
  var canvas = Canvas(width: 1, height: 1, background: Color(red: 0, green: 0, blue: 200))
  canvas.fill(Outline(x: 0, y: 0, width: 1, height: 1), with: .color(halfRed))
  // 128/255 of red, and 127/255 of blue.
  #expect(canvas.components(0, 0) == [128, 0, 100, 255])
}

@Test func `blending rows equals arithmetic for every coverage`() {
  var numbers = SeededNumbers(seed: 11)
  // Eight pixels are blended at once: fewer, as many, one more, and several times and a rest.
  for count in [1, 7, 8, 9, 31] {
    func anyByte() -> UInt8 { UInt8(numbers.next(in: 0...255)) }
    let mask = (0..<count).map { _ in anyByte() }
    let below = (0..<count).map { _ in
      Color(red: anyByte(), green: 9, blue: 255, alpha: anyByte()).premultiplied
    }
    let color = Color(red: 250, green: 3, blue: 90, alpha: anyByte())
    let paint = [UInt32](repeating: color.premultiplied, count: count)
    var painted = below
    RowKernels.blend(
      paint,
      through: mask,
      from: 0,
      paintFrom: 0,
      count: count,
      onto: &painted,
      at: 0
    )
    for index in 0..<count {
      let coverage = Double(mask[index]) / 255
      let opacity = Double(color.alpha) * coverage / 255
      for shift in [UInt32(0), 8, 16, 24] {
        func component(_ pixel: UInt32) -> Double { Double(pixel >> shift & 255) }
        let source = component(color.premultiplied) * coverage
        let exact = source + component(below[index]) * (1 - opacity)
        // The product with the coverage, the opacity of the rest and the product with that are
        // rounded: three halves.
        #expect(abs(component(painted[index]) - exact) <= 1.5)
      }
    }
  }
}

@Test func `blending an opaque row equals blending any row`() {
  let full = [UInt8](repeating: 255, count: 9)
  let mixed: [UInt8] = [0, 255, 255, 0, 0, 255, 0, 255, 7]
  let row = [UInt32](repeating: Color(rgb: 0x8040c0).premultiplied, count: 9)
  let below = [UInt32](repeating: 0x8020_4060, count: 9)
  for mask in [full, mixed] {
    var opaque = below
    var any = below
    RowKernels.blend(
      row,
      isOpaque: true,
      through: mask,
      from: 0,
      paintFrom: 0,
      count: 9,
      onto: &opaque,
      at: 0
    )
    RowKernels.blend(
      row,
      through: mask,
      from: 0,
      paintFrom: 0,
      count: 9,
      onto: &any,
      at: 0
    )
    #expect(opaque == any)
  }
}

@Test func `a gradient runs from its first to its last colour`() {
  var canvas = Canvas(width: 5, height: 1)
  let gradient = Gradient(colors: [black, white])
  let paint = Paint.gradient(gradient, from: Point(x: 0, y: 0), to: Point(x: 5, y: 0))
  canvas.fill(Outline(x: 0, y: 0, width: 5, height: 1), with: paint)
  // 255 times 0.1, 0.3, 0.5, 0.7 and 0.9: the middles of five pixels.
  #expect((0..<5).map { canvas.components($0, 0)[0] } == [26, 77, 128, 179, 230])
}

@Test func `a vertical gradient has one color per row`() {
  var canvas = Canvas(width: 3, height: 4)
  let gradient = Gradient(colors: [white, black, white])
  let paint = Paint.gradient(gradient, from: Point(x: 0, y: 0), to: Point(x: 0, y: 4))
  canvas.fill(Outline(x: 0, y: 0, width: 3, height: 4), with: paint)
  // A quarter and three quarters of the way to black, and back.
  #expect((0..<4).map { canvas.components(1, $0)[0] } == [191, 64, 64, 191])
}

@Test func `a slanted gradient has one color along its normal`() {
  var canvas = Canvas(width: 8, height: 8)
  let gradient = Gradient(colors: [black, white])
  let paint = Paint.gradient(gradient, from: Point(x: 0, y: 0), to: Point(x: 8, y: 8))
  canvas.fill(Outline(x: 0, y: 0, width: 8, height: 8), with: paint)
  #expect(canvas.components(2, 5) == canvas.components(5, 2))
  #expect(canvas.components(7, 7)[0] > canvas.components(0, 0)[0])
}

@Test func `colors between stops are mixed before premultiplying`() {
  let gradient = Gradient(colors: [
    Color(red: 255, green: 0, blue: 0, alpha: 0), Color(red: 0, green: 0, blue: 255),
  ])
  // Halfway: red and blue are 127.5 each at half opacity.
  let pixel = gradient.pixel(at: 0.5)
  #expect([pixel & 255, pixel >> 16 & 255, pixel >> 24] == [64, 64, 128])
}

@Test func `stops can be anywhere, repeated, and in any order`() {
  // Sorted and clamped: black at 0, white and black at 0.5, white at 1.
  let gradient = Gradient(stops: [
    Gradient.Stop(offset: 0.5, color: white),
    Gradient.Stop(offset: 0.5, color: black),
    Gradient.Stop(offset: .nan, color: black),
    Gradient.Stop(offset: 9, color: white),
  ])
  #expect(gradient.pixel(at: 0.49) & 255 > 240)
  #expect(gradient.pixel(at: 0.51) & 255 < 10)
  #expect(Gradient(colors: []).pixel(at: 0.5) == 0)
  #expect(Gradient(colors: [white]).pixel(at: .nan) == white.premultiplied)
}

struct RadialPaintTests {
  @Test func `a radial gradient runs outward and ends in its last color`() {
    let white = Color(red: 255, green: 255, blue: 255)
    let black = Color(red: 0, green: 0, blue: 0)
    let gradient = Gradient(colors: [white, black])
    let paint = Paint.radial(gradient, center: Point(x: 4.5, y: 4.5), radius: 4)
    var canvas = Canvas(width: 9, height: 9)
    canvas.fill([RoundedRectangle(x: 0, y: 0, width: 9, height: 9)], with: paint)
    let middle = canvas.pixels[4 * 9..<5 * 9].map { $0 & 255 }
    // A quarter darker with each pixel from the center.
    #expect(middle == [0, 64, 128, 191, 255, 191, 128, 64, 0])
    #expect(canvas.pixels[0] == 0xFF00_0000)
    #expect((0..<9).allSatisfy { canvas.pixels[$0 * 9 + 4] & 255 == middle[$0] })
  }
}
