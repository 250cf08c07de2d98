import Glibc
import Raster
import Testing

private func stroked(_ path: [Point], width: Double, on size: (width: Int, height: Int)) -> Canvas {
  var canvas = Canvas(width: size.width, height: size.height)
  var outline = Outline()
  outline.addStroke(along: path, Stroke(width: width))
  canvas.fill(outline, with: .color(Color(red: 0, green: 0, blue: 0)))
  return canvas
}

private func area(_ canvas: Canvas) -> Double {
  canvas.pixels.reduce(0) { $0 + Double($1 >> 24) } / 255
}

@Test func `a straight stroke has the area of a capsule`() {
  // A point that is repeated has no direction.
  let path = [
    Point(x: 10, y: 10),
    Point(x: 10, y: 10),
    Point(x: 33.5, y: 17),
  ]
  let canvas = stroked(path, width: 6, on: (50, 30))
  let length = (23.5 * 23.5 + 7.0 * 7).squareRoot()
  // A rectangle, and two caps that are a disc together.
  let expected = length * 6 + 9 * .pi
  #expect(abs(area(canvas) - expected) < 0.5)
}

@Test func `a single point is a disc`() {
  let canvas = stroked([Point(x: 10, y: 10)], width: 8, on: (20, 20))
  #expect(abs(area(canvas) - 16 * .pi) < 0.3)
}

@Test func `a right angle has a round corner`() {
  let path = [
    Point(x: 10, y: 40),
    Point(x: 10, y: 10),
    Point(x: 40, y: 10),
  ]
  let canvas = stroked(path, width: 8, on: (50, 50))
  let legs = 2 * 240.0
  let sharedSquare = 16.0
  let quarterDisc = 4 * Double.pi
  let caps = 16 * Double.pi

  let expected = legs - sharedSquare + quarterDisc + caps
  #expect(abs(area(canvas) - expected) < 0.8)
}

/// Returns the distance of a point from the nearest point of a path of lines.
private func distance(of point: Point, from path: [Point]) -> Double {
  let distances = zip(path, path.dropFirst()).map { start, end in
    let dx = end.x - start.x
    let dy = end.y - start.y
    // The foot of the perpendicular, as a share of the line; beyond its ends, the nearer end.
    let projection = (point.x - start.x) * dx + (point.y - start.y) * dy
    let share = min(1, max(0, projection / (dx * dx + dy * dy)))
    let nearest = Point(x: start.x + share * dx, y: start.y + share * dy)
    return hypot(nearest.x - point.x, nearest.y - point.y)
  }
  return distances.min() ?? .infinity
}

@Test(arguments: [1.5, 7, 40])
func `a stroke covers everything within half its width`(width: Double) {
  let path = (0...80).map { step in
    Point(x: 50 + Double(step), y: 60 + 35 * sin(Double(step) * 0.7))
  }
  let canvas = stroked(path, width: width, on: (180, 120))
  for y in 0..<120 {
    for x in 0..<180 {
      let alpha = canvas.pixels[y * 180 + x] >> 24
      let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
      let distance = distance(of: middle, from: path)
      // A pixel is 1.41 across: half of that, and the precision of curves, on both sides of the edge.
      if distance < width / 2 - 0.75 {
        #expect(alpha == 255, "\(x), \(y)")
      }
      if distance > width / 2 + 0.75 {
        #expect(alpha == 0, "\(x), \(y)")
      }
    }
  }
}

@Test func `empty strokes leave no ink`() {
  for path in [[], [Point(x: 1, y: 1), Point(x: .nan, y: 2)]] {
    #expect(area(stroked(path, width: 3, on: (8, 8))) == 0)
  }
  let line = [Point(x: 1, y: 1), Point(x: 5, y: 5)]
  #expect(area(stroked(line, width: 0, on: (8, 8))) == 0)
}

@Test func `an indexed picture is placed and clipped`() {
  let darkColor = Color(red: 9, green: 8, blue: 7)
  let halfRed = Color(red: 255, green: 0, blue: 0, alpha: 128)
  // An index out of range means the last color.
  let picture = IndexedPicture(
    width: 3,
    height: 2,
    colors: [.clear, darkColor, halfRed],
    indices: [0, 1, 2, 1, 1, 200]
  )
  var canvas = Canvas(width: 4, height: 3, background: Color(red: 0, green: 0, blue: 255))
  // Beyond the lower right corner, beyond the upper left one, and far away.
  canvas.lay(picture, x: 2, y: 2)
  canvas.lay(picture, x: -1, y: -1)
  canvas.lay(picture, x: 90, y: -90)
  // Red is the lowest byte. Half red on blue is half of each.
  let blue: UInt32 = 0xffff_0000
  let dark: UInt32 = 0xff07_0809
  let mixed: UInt32 = 0xff7f_0080

  let rows = [
    [dark, mixed, blue, blue],
    [blue, blue, blue, blue],
    [blue, blue, blue, dark],
  ]
  #expect(canvas.pixels == rows.flatMap(\.self))
}

@Test func `a gradient returns its color at any position`() {
  let gradient = Gradient(colors: [
    Color(red: 0, green: 100, blue: 200), Color(red: 200, green: 0, blue: 0, alpha: 55),
  ])
  #expect(gradient.color(at: -1) == Color(red: 0, green: 100, blue: 200))
  #expect(gradient.color(at: 0.5) == Color(red: 100, green: 50, blue: 100, alpha: 155))
  #expect(gradient.color(at: 2) == Color(red: 200, green: 0, blue: 0, alpha: 55))
  #expect(Gradient(stops: []).color(at: 0.5) == .clear)
}
