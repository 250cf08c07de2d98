/// An upright rectangle with round corners; edges may lie between pixels.
public struct RoundedRectangle: Sendable, Hashable {
  /// The upper left corner, in pixels.
  public let x, y: Double
  /// The size in pixels.
  public let width, height: Double
  /// The corner radius: at most half of the shorter side.
  public let cornerRadius: Double

  /// Creates a rectangle; a corner radius that is too large is reduced.
  public init(
    x: Double,
    y: Double,
    width: Double,
    height: Double,
    cornerRadius: Double = 0
  ) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    let largest = Swift.min(width, height) / 2
    // Also 0 for what is no number, by the order of the arguments.
    self.cornerRadius = Swift.max(0, Swift.min(cornerRadius, largest))
  }

  /// Whether there is anything to fill: finite, with positive width and height.
  public var hasInk: Bool {
    let isFinite = x.isFinite && y.isFinite && width.isFinite && height.isFinite
    return isFinite && width > 0 && height > 0
  }

  var edges: (left: Double, top: Double, right: Double, bottom: Double) {
    (x, y, x + width, y + height)
  }
}
