import Glibc

/// The closed contours of an outline, divided into lines.
struct Polygons: ContourBuilder {
  /// A closed polygon: a range of the points.
  struct Contour {
    var points: Range<Int>
    /// Whether it goes around once, clockwise on screen, and never crosses itself.
    var isSimple: Bool
  }

  private(set) var points: [Point] = []
  private(set) var contours: [Contour] = []
  private var start = 0

  init(_ outline: Outline) { add(outline) }

  mutating func move(to point: Point) {
    close()
    points.append(point)
  }

  mutating func line(to point: Point) { points.append(point) }

  mutating func cubic(_ control1: Point, _ control2: Point, to end: Point) {
    guard points.count > start, let begin = points.last else { return move(to: end) }
    let firstBend = Flatness.bend(begin, control1, control2)
    let secondBend = Flatness.bend(control1, control2, end)
    let steps = Flatness.steps(bend: max(firstBend, secondBend))

    // In even steps of the parameter: halving where the curve bends most would need fewer lines, and
    // a test for each.
    for step in 1..<max(2, steps) {
      let t = Double(step) / Double(steps)
      let s = 1 - t
      // The polynomials of Bernstein: how much each of the four points counts.
      let a = s * s * s
      let b = 3 * s * s * t
      let c = 3 * s * t * t
      let d = t * t * t
      let x = a * begin.x + b * control1.x + c * control2.x + d * end.x
      let y = a * begin.y + b * control1.y + c * control2.y + d * end.y
      points.append(Point(x: x, y: y))
    }
    points.append(end)
  }

  mutating func arc(center: Point, radius: Double, from: Double, to: Double) {
    guard radius.isFinite, from.isFinite, to.isFinite else { return line(to: center) }
    // Ten turns: more cover nothing else, and would only take time.
    let turn = (to - from).clamped(to: -64...64)
    points += Flatness.arc(center: center, radius: radius, from: from, turn: turn)
  }

  /// Closes the current contour; fewer than three points enclose nothing.
  mutating func close(simple: Bool = false) {
    defer { start = points.count }
    let stretch = start..<points.count
    // Coverage is a running sum: one NaN would spread to the end of its row.
    guard stretch.count > 2, points[stretch].allSatisfy(\.isFinite) else {
      return points.removeSubrange(stretch)
    }
    for index in stretch {
      points[index] = points[index].clamped
    }
    contours.append(Contour(points: stretch, isSimple: simple))
  }
}

/// The precision with which curves are divided into lines.
enum Flatness {
  // A fiftieth of a pixel: about the resolution of eight bits of coverage.
  private static let tolerance = 0.02
  // Enough for a circle as wide as the largest picture: the tolerance then is a few tenths of a
  // pixel, which nobody sees at that size.
  private static let maximumSteps = 512.0

  /// Returns the second difference of three points, which bounds the distance of a curve from its
  /// chord.
  static func bend(_ a: Point, _ b: Point, _ c: Point) -> Double {
    let x = a.x - 2 * b.x + c.x
    let y = a.y - 2 * b.y + c.y
    return (x * x + y * y).squareRoot()
  }

  static func steps(bend: Double) -> Int {
    // A cubic is at most 6/8 of its second difference, divided by the square of the number of lines,
    // away from them.
    valid(steps: (0.75 * bend / tolerance).squareRoot())
  }

  /// Rounds a number of lines up; 1 for an infinite curve, which is left out when its contour ends.
  private static func valid(steps: Double) -> Int {
    let whole = steps.rounded(.up)
    guard !whole.isNaN else { return 1 }
    return Int(whole.clamped(to: 1...maximumSteps))
  }

  /// Returns points along an arc, including both ends.
  ///
  /// The inner points lie slightly outside the arc, so that the polygon has the same area.
  static func arc(center: Point, radius: Double, from: Double, turn: Double) -> [Point] {
    // A chord over an angle is about radius · angle² / 8 away from its arc.
    let stepsPerRadian = (abs(radius) / (8 * tolerance)).squareRoot()
    let steps = valid(steps: abs(turn) * stepsPerRadian)
    let step = turn / Double(steps)
    let along = cos(step)
    let across = sin(step)

    // A polygon of n corners has sin(step) / step of the area of its disc.
    let hasInnerPoints = across != 0 && steps > 1
    let reach =
      if hasInnerPoints {
        (step / across).magnitude.squareRoot()
      } else {
        1.0
      }
    var spoke = Point(x: radius * cos(from), y: radius * sin(from))
    var points: [Point] = []
    points.reserveCapacity(steps + 1)
    for index in 0...steps {
      let isEnd = index == 0 || index == steps
      let out = isEnd ? 1 : reach
      points.append(center.moved(along: spoke, by: out))
      // Each point is the one before, turned: four calls of sine and cosine serve a whole arc.
      spoke = Point(
        x: spoke.x * along - spoke.y * across,
        y: spoke.x * across + spoke.y * along
      )
    }
    return points
  }
}
