/// Why a picture could not be written or read.
public enum PNGFailure: Error, Sendable, Equatable {
  /// A side is not positive, or the bytes are not width x height x 4.
  case wrongSize(width: Int, height: Int, bytes: Int)
  /// More pixels than `PNGEncoder.maximumPixels`.
  case tooLarge(pixels: Int)
  /// There is no memory for the picture.
  case outOfMemory
  /// The caller wants no picture any more.
  case stopped
  /// libpng gives up, for the reason it names.
  case refused(reason: String)
}
