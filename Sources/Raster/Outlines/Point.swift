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
  var clamped: Point { Point(x: x.clamped(to: Point.far), y: y.clamped(to: Point.far)) }

  // Far beyond any canvas, but small enough that squares and slopes keep their precision.
  private static let far = -1e7...1e7
}
