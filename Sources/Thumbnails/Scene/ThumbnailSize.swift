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
