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
