/// The reason why a picture cannot be drawn.
public enum ThumbnailError: Error, Sendable, Equatable {
  /// A side is not within 1…16,384 points.
  case sizeOutOfRange(ThumbnailSize)
  /// The scale is not 1, 2 or 3.
  case scaleOutOfRange(Int)
  /// The size in pixels exceeds the limit.
  case tooManyPixels(width: Int, height: Int, maximum: Int)
  /// The caller stopped drawing.
  case stopped
}
