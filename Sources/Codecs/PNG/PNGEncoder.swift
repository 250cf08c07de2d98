import CPNG

/// Writes pictures as PNG: the same pixels and words always give the same bytes.
public enum PNGEncoder {
  /// The largest picture: 64 million pixels.
  public static let maximumPixels = 64 << 20

  /// The PNG of a canvas of premultiplied RGBA, a byte a component, rows without gaps.
  ///
  /// At two or three pixels a point the picture says so (pHYs, 72 points an inch).
  public static func encode(
    premultiplied pixels: borrowing RawSpan, width: Int, height: Int, pixelsPerPoint: Int,
    text: [(key: String, value: String)]
  ) throws(PNGFailure) -> [UInt8] {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows else {
      throw .wrongSize(width: width, height: height, bytes: pixels.byteCount)
    }
    guard count <= maximumPixels else { throw .tooLarge(pixels: count) }
    guard pixels.byteCount == count * 4 else {
      throw .wrongSize(width: width, height: height, bytes: pixels.byteCount)
    }
    return try unsafe pixels.withUnsafeBytes { (bytes) throws(PNGFailure) -> [UInt8] in
      guard let start = bytes.baseAddress else { return [] }
      let rows = unsafe PixelRows(start: start, width: width, height: height)
      let header = PNGHeader(
        width: width, height: height, pixelsPerPoint: pixelsPerPoint, text: text)
      return try unsafe encode(rows, header)
    }
  }

  /// The same of bytes that are typed.
  public static func encode(
    premultiplied pixels: borrowing Span<UInt8>, width: Int, height: Int, pixelsPerPoint: Int,
    text: [(key: String, value: String)]
  ) throws(PNGFailure) -> [UInt8] {
    // Bytes have no padding that could be read uninitialised, which is what `bytes` warns of.
    try unsafe encode(
      premultiplied: pixels.bytes, width: width, height: height, pixelsPerPoint: pixelsPerPoint,
      text: text)
  }

  private static func encode(_ rows: PixelRows, _ header: PNGHeader) throws(PNGFailure) -> [UInt8] {
    var colors = ColorTable()
    guard let changes = unsafe colors.note(rows) else {
      var trueColors = TrueColorCensus()
      unsafe trueColors.add(rows)
      return try unsafe encode(rows, header, PNGLayout(trueColors))
    }
    let layout = unsafe PNGLayout(colors: colors, pixelCount: rows.width * rows.height)
    return try unsafe encode(rows, header, layout, colors, changes)
  }

  /// The file of rows in true colour.
  static func encode(
    _ rows: PixelRows, _ header: PNGHeader, _ layout: PNGLayout
  ) throws(PNGFailure) -> [UInt8] {
    let compressions = unsafe PNGCompression.worthTrying(for: layout, rows)
    var colored = unsafe TrueColorRows(rows, bytesPerPixel: layout.bytesPerPixel)
    return try unsafe header.write(layout, compressions, rows: &colored) { context, y in
      unsafe context?.assumingMemoryBound(to: TrueColorRows.self).pointee.row(Int(y))
    }
  }

  /// The file of rows whose colours all have a number, that of a palette's entry or of a grey.
  static func encode(
    _ rows: PixelRows, _ header: PNGHeader, _ layout: PNGLayout, _ colors: consuming ColorTable,
    _ changes: RowChanges
  ) throws(PNGFailure) -> [UInt8] {
    if let palette = layout.palette {
      colors.assign(palette.indices)
    } else {
      colors.assignGreys(bitDepth: layout.bitDepth)
    }
    let compressions = unsafe PNGCompression.worthTrying(for: layout, rows)
    var indexed = unsafe IndexedRows(
      rows, colors: colors, changes: changes, bitDepth: layout.bitDepth)
    return try unsafe header.write(layout, compressions, rows: &indexed) { context, y in
      unsafe context?.assumingMemoryBound(to: IndexedRows.self).pointee.row(Int(y))
    }
  }
}
