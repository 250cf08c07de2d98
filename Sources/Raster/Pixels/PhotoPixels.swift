/// A decoded photograph: premultiplied RGBA, red in the lowest byte of a pixel, row by row.
// The order of a canvas, so that a row of it is painted without a conversion.
public struct PhotoPixels: Sendable, Hashable {
  /// The size in pixels.
  public let width, height: Int
  /// The pixels, row by row.
  public let pixels: [UInt32]

  /// Returns nil if there are no pixels, or not width times height.
  public init?(width: Int, height: Int, pixels: [UInt32]) {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows, count == pixels.count else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
