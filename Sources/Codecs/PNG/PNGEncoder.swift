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

/// Writes pictures as PNG through libpng: the same pixels and text give the same bytes with the same
/// zlib.
// A picture of up to 256 colors gets a palette, which most waveforms fit: as true color, the six styles
// take three times the bytes and five times the time.
public enum PNGEncoder {
  /// The largest picture: 64 million pixels.
  // A canvas of so many takes 256 MB.
  public static let maximumPixels = 64 << 20

  /// Returns the PNG of a canvas of premultiplied RGBA, one byte per component, rows without gaps.
  ///
  /// At two or three pixels per point it contains a pHYs chunk (72 points per inch). `isStopped` is
  /// called regularly for large pictures.
  public static func encode(
    premultiplied pixels: borrowing RawSpan,
    width: Int,
    height: Int,
    pixelsPerPoint: Int,
    text: [(key: String, value: String)],
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(PNGFailure) -> [UInt8] {
    try check(width: width, height: height, bytes: pixels.byteCount)
    let size = PictureSize(width: width, height: height, isStopped: isStopped)
    var colors = PictureColors()
    let indices = try colors.indices(of: pixels, size)
    let layout: PNGLayout =
      if indices == nil {
        PNGLayout(trueColor: pixels)
      } else {
        .palette(colors.all)
      }
    let file = PNGFile(
      size,
      layout: layout,
      isUpright: indices.map(size.isUpright) ?? false,
      pixelsPerPoint: pixelsPerPoint,
      text: text
    )
    return try file.encoded(pixels, indices: indices)
  }

  /// Throws if a side is not positive, if there are too many pixels, or if they are not so many bytes.
  static func check(width: Int, height: Int, bytes: Int) throws(PNGFailure) {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows else {
      throw .wrongSize(width: width, height: height, bytes: bytes)
    }
    if count > maximumPixels { throw .tooLarge(pixels: count) }
    guard bytes == 4 * count else {
      throw .wrongSize(width: width, height: height, bytes: bytes)
    }
  }
}
