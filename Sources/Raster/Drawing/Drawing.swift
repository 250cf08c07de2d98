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

/// An element painted over the previous ones.
public enum Mark: Sendable, Hashable {
  /// A shape in one paint, or in several paints, each with its own clip.
  case shape(Shape, [Fill])
  /// A picture of pixels, its upper left corner at `x` and `y`.
  // Spectra are pixels: as shapes they would have one for each, and SVG refuses them.
  case pixels(IndexedPicture, x: Int, y: Int)

  /// Creates a shape in one paint.
  public static func shape(_ shape: Shape, in paint: Paint) -> Mark {
    .shape(shape, [Fill(paint)])
  }
}

/// A shape to be filled.
// Bars are a case of their own because as one outline they take eight times as long to fill
// (`BarRows`); text is one because SVG leaves its letters to the reader's fonts.
public enum Shape: Sendable, Hashable {
  /// Upright rectangles that do not overlap.
  case bars([RoundedRectangle])
  /// Contours that are filled as one.
  case outline(Outline)
  /// A line of text, placed by the left edge of its first letter and the middle of its lowest
  /// stroke.
  case lettering(Lettering, at: Point)
}

/// A paint for a shape, or for its part within a clip.
// A shape in two paints, as at the playhead, is one mark with two fills: SVG writes its path once.
public struct Fill: Sendable, Hashable {
  /// The paint.
  public var paint: Paint
  /// The painted part of the shape, or nil for all of it.
  public var clip: ClipRectangle?

  /// Creates a paint within a clip.
  public init(_ paint: Paint, clip: ClipRectangle? = nil) {
    self.paint = paint
    self.clip = clip
  }
}
