/// A picture as a value: shapes, paints and clips in painting order.
///
/// A canvas rasterizes it; other formats write its marks.
// A value and no calls to a canvas, because SVG writes the same marks as elements.
public struct Drawing: Sendable, Hashable {
  /// The size in pixels.
  public let width, height: Int
  /// The paint below all marks.
  public var background: Paint
  /// The photograph that covers the background.
  public var photo: Photo?
  /// The marks in painting order.
  public var marks: [Mark] = []
  /// Whether coverage is rounded to fifteenths: in animations with moving edges, edge pixels
  /// dominate the file size, and 15 shades are enough.
  public var hasCoarseEdges = false

  /// Creates an empty drawing, in pixels.
  public init(width: Int, height: Int, background: Paint = .color(.clear)) {
    precondition(width >= 0 && height >= 0)
    self.width = width
    self.height = height
    self.background = background
  }

  /// The whole picture as a shape.
  public var whole: RoundedRectangle {
    RoundedRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
  }
}
