/// A position on a canvas, in pixels from its upper left corner.
public struct Point: Sendable, Hashable {
  /// Pixels from the left and from the top edge.
  public var x, y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The point, limited to coordinates that arithmetic can handle.
  var clamped: Point {
    Point(
      x: x.clamped(to: Point.far),
      y: y.clamped(to: Point.far)
    )
  }

  static func + (one: Point, other: Point) -> Point {
    Point(x: one.x + other.x, y: one.y + other.y)
  }

  static func - (one: Point, other: Point) -> Point {
    Point(x: one.x - other.x, y: one.y - other.y)
  }

  /// Returns the point at a distance in a direction, measured in lengths of the direction.
  func moved(along direction: Point, by distance: Double) -> Point {
    Point(x: x + direction.x * distance, y: y + direction.y * distance)
  }

  // Far beyond any canvas, but small enough that squares and slopes keep their precision.
  private static let far = -1e7...1e7
}
