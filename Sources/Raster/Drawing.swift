/// A picture as a value: shapes, paints and clips in the order in which they are painted.
///
/// A canvas fills it; other formats write the same marks down.
public struct Drawing: Sendable, Hashable {
  /// In pixels.
  public let width: Int
  public let height: Int
  /// What lies beneath all marks.
  public var background: Paint
  public var marks: [Mark] = []

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
  /// What no shapes show, its first pixel at `x` and `y`.
  case pixels(IndexedPicture, x: Int, y: Int)

  /// A shape in one paint.
  public static func shape(_ shape: Shape, in paint: Paint) -> Mark {
    .shape(shape, [Fill(paint)])
  }
}

/// What can be filled.
public enum Shape: Sendable, Hashable {
  /// Upright rectangles that do not overlap.
  case bars([RoundedRectangle])
  case outline(Outline)
  /// A line of text, the left edge of its first letter and the middle of its lowest stroke at a
  /// place.
  case lettering(Lettering, at: Point)
}

/// A paint for a shape, or for what of it lies within a clip.
public struct Fill: Sendable, Hashable {
  public var paint: Paint
  public var clip: ClipRectangle?

  public init(_ paint: Paint, clip: ClipRectangle? = nil) {
    self.paint = paint
    self.clip = clip
  }
}
