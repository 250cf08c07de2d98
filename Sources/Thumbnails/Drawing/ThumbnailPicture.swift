public import Raster

/// A drawn picture.
public struct ThumbnailPicture: Sendable, Hashable {
  /// The picture as shapes and paints, in pixels.
  public var drawing: Drawing
  /// The exponent applied to levels; 1 if none.
  public var gamma: Double

  /// The drawing in pixels, rasterized at every call.
  public var canvas: Canvas { Canvas(drawing) }
}
