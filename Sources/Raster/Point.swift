/// A place on a canvas, in pixels from its upper left corner.
public struct Point: Sendable, Hashable {
  /// Pixels from the left edge.
  public var x: Double
  /// Pixels from the top edge.
  public var y: Double

  /// A point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The place itself, or the nearest one that arithmetic can still handle.
  var clamped: Point { Point(x: x.clamped(to: Point.far), y: y.clamped(to: Point.far)) }

  // Far beyond any canvas, and small enough that squares and slopes keep their precision.
  private static let far = -1e7...1e7
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}
