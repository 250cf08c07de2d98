/// A shape to be filled.
public enum Shape: Sendable, Hashable {
  /// Upright rectangles that do not overlap.
  case bars([RoundedRectangle])
  /// Contours that are filled as one.
  case outline(Outline)
  /// A line of text, placed by the left edge of its first letter and the middle of its lowest
  /// stroke.
  case lettering(Lettering, at: Point)
}
