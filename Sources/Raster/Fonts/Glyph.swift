/// The shape of one letter of a font: contours in ems, upward from the baseline.
struct Glyph: Sendable, Hashable {
  /// The largest number of points that is drawn; the most complex letters of real fonts have a
  /// third of this.
  static let maximumPoints = 4096
  // The allowed coordinates in ems; no letter is larger. Others are clamped, so that a hostile glyph
  // cannot cover a whole picture.
  private static let reach = -4.0...4.0

  private var contours = Outline()
  private var last = Point(x: 0, y: 0)
  private(set) var pointCount = 0

  var isEmpty: Bool { contours.isEmpty }

  mutating func move(to point: Point) {
    contours.move(to: point)
    advance(to: point, points: 1)
  }

  mutating func line(to point: Point) {
    contours.line(to: point)
    advance(to: point, points: 1)
  }

  mutating func cubic(_ one: Point, _ two: Point, to end: Point) {
    contours.cubic(one, two, to: end)
    advance(to: end, points: 3)
  }

  mutating func quadratic(_ corner: Point, to end: Point) {
    // A quadratic curve is exactly this cubic one, so canvas and SVG know one kind of curve.
    cubic(last.toward(corner, 2.0 / 3), end.toward(corner, 2.0 / 3), to: end)
  }

  private mutating func advance(to end: Point, points: Int) {
    last = end
    pointCount += points
  }

  /// Returns the shape in pixels, with the start of its baseline at a point.
  func outline(at origin: Point, size: Double) -> Outline {
    func pixels(_ point: Point) -> Point {
      // Fonts count upward from the baseline, pictures downward.
      Point(
        x: origin.x + point.x.clamped(to: Self.reach) * size,
        y: origin.y - point.y.clamped(to: Self.reach) * size
      )
    }

    var outline = Outline()
    for step in contours.steps {
      switch step {
      case .move(let point): outline.move(to: pixels(point))
      case .line(let point): outline.line(to: pixels(point))
      case .cubic(let one, let two, let end):
        outline.cubic(pixels(one), pixels(two), to: pixels(end))
      case .arc, .close, .rectangle, .capsule, .stroke: preconditionFailure("no part of a letter")
      }
    }

    outline.close()
    return outline
  }
}

extension Point {
  /// Returns the point at a fraction of the way to another.
  func toward(_ other: Point, _ share: Double) -> Point {
    Point(x: x + share * (other.x - x), y: y + share * (other.y - y))
  }
}
