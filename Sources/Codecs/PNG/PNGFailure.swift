/// The reason why a picture could not be written or read.
public enum PNGFailure: Error, Sendable, Equatable {
  /// A side is not positive, or the bytes are not width x height x 4.
  case wrongSize(width: Int, height: Int, bytes: Int)
  /// There are more pixels than `PNGEncoder.maximumPixels`.
  case tooLarge(pixels: Int)
  /// There is no memory for the picture.
  case outOfMemory
  /// The caller stopped encoding.
  case stopped
  /// libpng failed with this message.
  case refused(reason: String)
}
