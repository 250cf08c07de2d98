import Glibc
import Testing

@testable import Raster

extension Canvas {
  /// Creates a clear canvas with a black stroke with round ends and joins.
  fileprivate init(stroking path: [Point], strokeWidth: Double, width: Int, height: Int) {
    var outline = Outline()
    outline.addStroke(along: path, Stroke(width: strokeWidth))
    self.init(filling: outline, width: width, height: height)
  }
}

@Test func `a straight stroke has the area of a capsule`() {
  // A point that is repeated has no direction.
  let path = [
    Point(x: 10, y: 10),
    Point(x: 10, y: 10),
    Point(x: 33.5, y: 17),
  ]
  let canvas = Canvas(stroking: path, strokeWidth: 6, width: 50, height: 30)
  let length = hypot(33.5 - 10, 17 - 10)
  // A rectangle, and two caps that are a disc together.
  let expected = length * 6 + 9 * .pi
  #expect(abs(canvas.inkArea - expected) < 0.5)
}

@Test func `a single point is a disc`() {
  let dot = [Point(x: 10, y: 10)]
  let canvas = Canvas(stroking: dot, strokeWidth: 8, width: 20, height: 20)
  let disc = 16 * Double.pi
  #expect(abs(canvas.inkArea - disc) < 0.3)
}

@Test func `a right angle has a round corner`() {
  let path = [
    Point(x: 10, y: 40),
    Point(x: 10, y: 10),
    Point(x: 40, y: 10),
  ]
  let canvas = Canvas(stroking: path, strokeWidth: 8, width: 50, height: 50)
  let legs = 2 * 30 * 8.0
  let sharedSquare = 4 * 4.0
  let quarterDisc = 4 * Double.pi
  let caps = 16 * Double.pi

  let expected = legs - sharedSquare + quarterDisc + caps
  #expect(abs(canvas.inkArea - expected) < 0.8)
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
func `a stroke covers everything within half its width`(strokeWidth: Double) {
  let wave = (0...80).map { step in
    Point(x: 50 + Double(step), y: 60 + 35 * sin(Double(step) * 0.7))
  }
  let canvas = Canvas(stroking: wave, strokeWidth: strokeWidth, width: 180, height: 120)
  // A pixel is 1.41 across: half of that, and the precision of curves, on both sides of the edge.
  let margin = 0.75
  for y in 0..<120 {
    for x in 0..<180 {
      let middle = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
      let distance = distance(of: middle, from: wave)
      if distance < strokeWidth / 2 - margin {
        #expect(canvas.alpha(x: x, y: y) == 255, "\(x), \(y)")
      }
      if distance > strokeWidth / 2 + margin {
        #expect(canvas.alpha(x: x, y: y) == 0, "\(x), \(y)")
      }
    }
  }
}

@Test func `empty strokes leave no ink`() {
  func inkArea(of path: [Point], strokeWidth: Double) -> Double {
    Canvas(stroking: path, strokeWidth: strokeWidth, width: 8, height: 8).inkArea
  }
  #expect(inkArea(of: [], strokeWidth: 3) == 0)

  let pathToNowhere = [Point(x: 1, y: 1), Point(x: .nan, y: 2)]
  #expect(inkArea(of: pathToNowhere, strokeWidth: 3) == 0)

  let line = [Point(x: 1, y: 1), Point(x: 5, y: 5)]
  #expect(inkArea(of: line, strokeWidth: 0) == 0)
}

@Test func `an indexed picture is placed and clipped`() {
  let dark = Color(red: 9, green: 8, blue: 7)
  let halfRed = Color(red: 255, green: 0, blue: 0, alpha: 128)
  let blue = Color(red: 0, green: 0, blue: 255)
  // An index out of range means the last color.
  let picture = IndexedPicture(
    width: 3,
    height: 2,
    colors: [.clear, dark, halfRed],
    indices: [
      0, 1, 2,
      1, 1, 200,
    ]
  )
  var canvas = Canvas(width: 4, height: 3, background: blue)
  // Beyond the lower right corner, beyond the upper left one, and far away.
  canvas.lay(picture, x: 2, y: 2)
  canvas.lay(picture, x: -1, y: -1)
  canvas.lay(picture, x: 90, y: -90)

  // Half red on blue is half of each.
  let mixed = Color(red: 128, green: 0, blue: 127)
  let rows = [
    [dark, mixed, blue, blue],
    [blue, blue, blue, blue],
    [blue, blue, blue, dark],
  ]
  #expect(canvas.pixels == rows.joined().map(\.premultiplied))
}

@Test func `a gradient returns its color at any position`() {
  let first = Color(red: 0, green: 100, blue: 200)
  let last = Color(red: 200, green: 0, blue: 0, alpha: 55)
  let gradient = Gradient(colors: [first, last])
  #expect(gradient.color(at: -1) == first)
  let middle = Color(red: 100, green: 50, blue: 100, alpha: 155)
  #expect(gradient.color(at: 0.5) == middle)
  #expect(gradient.color(at: 2) == last)
  #expect(Gradient(stops: []).color(at: 0.5) == .clear)
}
