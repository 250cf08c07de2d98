/// The reason that a picture is not drawn.
public enum ThumbnailError: Error, Sendable, Equatable {
  /// A side is not within 1…16,384 points.
  case sizeOutOfRange(ThumbnailSize)
  /// The scale is not 1, 2 or 3.
  case scaleOutOfRange(Int)
  /// In pixels, with the most pixels a picture may have.
  case tooManyPixels(width: Int, height: Int, most: Int)
  /// Nobody wants it any more.
  case stopped
}
