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
