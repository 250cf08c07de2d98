/// Writes pictures as PNG through libpng: the same pixels and text give the same bytes with the same
/// zlib.
// Colors are counted first: what has at most 256 becomes a palette of as few bits as it can, which is
// smaller and compresses faster than true color, and most waveforms are such pictures.
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
    let pause = RowPause(width: width, isStopped: isStopped)
    return try unsafe withRows(of: pixels, width: width, height: height) {
      (rows: PixelRows) throws(PNGFailure) in
      func file(_ layout: PNGLayout) -> PNGFile {
        PNGFile(
          width: width,
          height: height,
          pixelsPerPoint: pixelsPerPoint,
          layout: layout,
          text: text
        )
      }
      var table = ColorTable()
      if try unsafe table.count(rows, pause: pause) {
        let layout = PNGLayout(colors: table, pixelCount: width * height)
        let lookup = ColorLookup(table.colors, entries: layout.entries(of: table.colors))
        return try unsafe file(layout).encoded(
          rows,
          by: lookup,
          compression: .ofIndices(rows),
          pause: pause
        )
      }
      var trueColors = TrueColorStatistics()
      try unsafe trueColors.add(rows, pause: pause)
      return try unsafe file(PNGLayout(trueColors)).encoded(rows, pause: pause)
    }
  }

  /// Returns the PNG of a picture with a color index per pixel: the same bytes as for a canvas of
  /// these premultiplied colors. Pixels of equal color must have the same index.
  public static func encode(
    indices: [UInt8],
    colors: [UInt32],
    width: Int,
    height: Int,
    pixelsPerPoint: Int,
    text: [(key: String, value: String)],
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(PNGFailure) -> [UInt8] {
    precondition(colors.count == 256)
    let pause = RowPause(width: width, isStopped: isStopped)
    return try unsafe withRows(of: indices.span.bytes, width: width, height: height) {
      (rows: PictureRows<UInt8>) throws(PNGFailure) in
      var table = ColorTable()
      guard try unsafe table.count(rows, pause: pause) else {
        preconditionFailure("a byte has at most 256 values")
      }
      let keys = table.colors
      table.replaceIndices(by: colors)
      let layout = PNGLayout(colors: table, pixelCount: width * height)
      let lookup = ColorLookup(keys, entries: layout.entries(of: table.colors))
      let file = PNGFile(
        width: width,
        height: height,
        pixelsPerPoint: pixelsPerPoint,
        layout: layout,
        text: text
      )
      return try unsafe file.encoded(
        rows,
        by: lookup,
        compression: .ofIndices(rows),
        pause: pause
      )
    }
  }

  private static func withRows<Pixel>(
    of pixels: borrowing RawSpan,
    width: Int,
    height: Int,
    _ body: (PictureRows<Pixel>) throws(PNGFailure) -> [UInt8]
  ) throws(PNGFailure) -> [UInt8] {
    let count = try pixelCount(width: width, height: height, bytes: pixels.byteCount)
    guard pixels.byteCount == count * MemoryLayout<Pixel>.size else {
      throw .wrongSize(width: width, height: height, bytes: pixels.byteCount)
    }
    return try unsafe pixels.withUnsafeBytes { (bytes) throws(PNGFailure) -> [UInt8] in
      guard let start = bytes.baseAddress else { return [] }
      return try unsafe body(PictureRows(start: start, width: width, height: height))
    }
  }

  /// Returns the number of pixels; throws if a side is not positive or there are too many.
  static func pixelCount(width: Int, height: Int, bytes: Int) throws(PNGFailure) -> Int {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows else {
      throw .wrongSize(width: width, height: height, bytes: bytes)
    }
    if count > maximumPixels { throw .tooLarge(pixels: count) }
    return count
  }
}
