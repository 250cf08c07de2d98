/// The size of a picture in points.
public struct ThumbnailSize: Sendable, Hashable {
  /// The sides in points.
  public var width, height: Int

  /// Creates a size in points.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// A strip with 100 bars, each four points wide, and gaps of two points.
  public static let standard = ThumbnailSize(width: 598, height: 120)
}

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
