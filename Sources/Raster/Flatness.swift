import Glibc

/// How finely curves are cut into lines.
enum Flatness {
  // A fiftieth of a pixel: about what eight bits of coverage can show.
  private static let tolerance = 0.02
  private static let most = 512.0

  /// The second difference of three points, which bounds how far a curve strays from its chord.
  static func bend(_ a: Point, _ b: Point, _ c: Point) -> Double {
    let x = a.x - 2 * b.x + c.x
    let y = a.y - 2 * b.y + c.y
    return (x * x + y * y).squareRoot()
  }

  static func steps(bend: Double) -> Int {
    let steps = (0.75 * bend / tolerance).squareRoot().rounded(.up)
    return steps.isNaN ? 1 : Int(steps.clamped(to: 1...most))
  }

  /// Points along an arc, both ends included.
  ///
  /// Those between stand out a little, so that the polygon has the area of the arc: what its chords
  /// cut off and its corners add is equal.
  static func arc(center: Point, radius: Double, from: Double, turn: Double) -> [Point] {
    let stepsWanted = (abs(turn) * (abs(radius) / (8 * tolerance)).squareRoot()).rounded(.up)
    let steps = Int((stepsWanted.isNaN ? 1 : stepsWanted).clamped(to: 1...most))
    let step = turn / Double(steps)
    let (along, across) = (cos(step), sin(step))
    let reach = across != 0 && steps > 1 ? (step / across).magnitude.squareRoot() : 1
    var (x, y) = (radius * cos(from), radius * sin(from))
    var points: [Point] = []
    points.reserveCapacity(steps + 1)
    for index in 0...steps {
      let out = index == 0 || index == steps ? 1 : reach
      points.append(Point(x: center.x + x * out, y: center.y + y * out))
      (x, y) = (x * along - y * across, x * across + y * along)
    }
    return points
  }
}
