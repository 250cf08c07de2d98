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
