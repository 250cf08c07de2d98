/// A picture as a value: shapes, paints and clips in the order in which they are painted.
///
/// A canvas fills it; other formats write the same marks down.
public struct Drawing: Sendable, Hashable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// The paint beneath all marks.
  public var background: Paint
  /// What covers the background.
  public var photo: Photo?
  /// The marks, in the order in which they are painted.
  public var marks: [Mark] = []
  /// Whether the share of a pixel that a shape covers is rounded to fifteenths: the shades of edges
  /// are most of a file in which all edges move, and so many are enough for what moves.
  public var hasCoarseEdges = false

  /// An empty drawing, in pixels.
  public init(width: Int, height: Int, background: Paint = .color(.clear)) {
    precondition(width >= 0 && height >= 0)
    self.width = width
    self.height = height
    self.background = background
  }

  /// All of it as a shape.
  public var whole: RoundedRectangle {
    RoundedRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
  }
}

/// One thing that is painted over what is there already.
public enum Mark: Sendable, Hashable {
  /// A shape in one paint, or in several that have a clip each.
  case shape(Shape, [Fill])
  /// A picture of pixels, its first pixel at `x` and `y`.
  case pixels(IndexedPicture, x: Int, y: Int)

  /// A shape in one paint.
  public static func shape(_ shape: Shape, in paint: Paint) -> Mark {
    .shape(shape, [Fill(paint)])
  }
}

/// A shape that a paint fills.
public enum Shape: Sendable, Hashable {
  /// Upright rectangles that do not overlap.
  case bars([RoundedRectangle])
  /// Contours that are filled as one.
  case outline(Outline)
  /// A line of text, the left edge of its first letter and the middle of its lowest stroke at a
  /// place.
  case lettering(Lettering, at: Point)
}

/// A paint for a shape, or for the part of the shape within a clip.
public struct Fill: Sendable, Hashable {
  /// The paint.
  public var paint: Paint
  /// The part of the shape that is painted, or nil for all of it.
  public var clip: ClipRectangle?

  /// A paint within a clip.
  public init(_ paint: Paint, clip: ClipRectangle? = nil) {
    self.paint = paint
    self.clip = clip
  }
}
