/// Writes pictures as PNG: the same pixels and text always give the same bytes.
///
/// Our own deflate compresses pictures of few colors, libpng those in true color.
public enum PNGEncoder {
  /// The largest picture: 64 million pixels.
  public static let maximumPixels = 64 << 20

  /// Returns the PNG of a canvas of premultiplied RGBA, one byte per component, rows without gaps.
  ///
  /// At two or three pixels per point it contains a pHYs chunk (72 points per inch). `isStopped` is
  /// called regularly for large pictures.
  public static func encode(
    premultiplied pixels: borrowing RawSpan, width: Int, height: Int, pixelsPerPoint: Int,
    text: [(key: String, value: String)], isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(PNGFailure) -> [UInt8] {
    let header = PNGHeader(width: width, height: height, pixelsPerPoint: pixelsPerPoint, text: text)
    let pause = RowPause(width: width, isStopped: isStopped)
    return try unsafe withRows(of: pixels, width, height) { (rows: PixelRows) throws(PNGFailure) in
      if let file = try unsafe encode(rows, nil, header, pause) { return file }
      var trueColors = TrueColorStatistics()
      try unsafe trueColors.add(rows, pause)
      let layout = PNGLayout(trueColors)
      return header.file(
        layout, imageData: try unsafe TrueColorPacking.imageData(of: rows, layout, pause))
    }
  }

  /// Returns the PNG of a picture with a color index per pixel: the same bytes as for a canvas of
  /// these premultiplied colors. Pixels of equal color must have the same index.
  public static func encode(
    indices: [UInt8], colors: [UInt32], width: Int, height: Int, pixelsPerPoint: Int,
    text: [(key: String, value: String)], isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(PNGFailure) -> [UInt8] {
    precondition(colors.count == 256)
    let header = PNGHeader(width: width, height: height, pixelsPerPoint: pixelsPerPoint, text: text)
    let pause = RowPause(width: width, isStopped: isStopped)
    return try unsafe withRows(of: indices.span.bytes, width, height) {
      (rows: PictureRows<UInt8>) throws(PNGFailure) in
      guard let file = try unsafe encode(rows, colors, header, pause) else {
        preconditionFailure("a byte has at most 256 values")
      }
      return file
    }
  }

  private static func withRows<Pixel>(
    of pixels: borrowing RawSpan, _ width: Int, _ height: Int,
    _ body: (PictureRows<Pixel>) throws(PNGFailure) -> [UInt8]
  ) throws(PNGFailure) -> [UInt8] {
    let count = try pixelCount(width, height, bytes: pixels.byteCount)
    guard pixels.byteCount == count * MemoryLayout<Pixel>.size else {
      throw .wrongSize(width: width, height: height, bytes: pixels.byteCount)
    }
    return try unsafe pixels.withUnsafeBytes { (bytes) throws(PNGFailure) -> [UInt8] in
      guard let start = bytes.baseAddress else { return [] }
      return try unsafe body(PictureRows(start: start, width: width, height: height))
    }
  }

  /// Returns the number of pixels; throws if a side is not positive or there are too many.
  static func pixelCount(_ width: Int, _ height: Int, bytes: Int) throws(PNGFailure) -> Int {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows else {
      throw .wrongSize(width: width, height: height, bytes: bytes)
    }
    if count > maximumPixels { throw .tooLarge(pixels: count) }
    return count
  }

  /// Returns nil if there are too many colors for a palette.
  private static func encode<Pixel>(
    _ rows: PictureRows<Pixel>, _ colors: [UInt32]?, _ header: PNGHeader, _ pause: RowPause
  ) throws(PNGFailure) -> [UInt8]? {
    var table = ColorTable()
    guard let changes = try unsafe table.note(rows, pause) else { return nil }
    let keys = table.colors
    if let colors { table.replaceIndices(by: colors) }
    let layout = unsafe PNGLayout(colors: table, pixelCount: rows.width * rows.height)
    let lookup = ColorLookup(keys, entries: layout.entries(of: table.colors))
    return header.file(
      layout, imageData: try unsafe imageData(of: rows, layout, lookup, changes, pause))
  }

  /// Returns the image data of a picture whose colors are palette entries or greys.
  static func imageData<Pixel>(
    of rows: PictureRows<Pixel>, _ layout: PNGLayout, _ lookup: consuming ColorLookup,
    _ changes: RowChanges, effort: RowMatcher.Effort = .quick, _ pause: RowPause
  ) throws(PNGFailure) -> [UInt8] {
    var indexed = unsafe IndexedRows(
      rows, colors: lookup, changes: changes, bitDepth: layout.bitDepth)
    let rowBytes = unsafe (rows.width * layout.bitDepth + 7) / 8
    var smallest: [UInt8]?
    for filter in unsafe PNGCompression.filters(for: rows) {
      var deflater = unsafe RowDeflater(
        rowBytes: rowBytes, rowCount: rows.height, filter: filter, effort: effort)
      for y in unsafe 0..<rows.height {
        try pause.check(before: y)
        if let equal = changes.rowEqual(to: y), deflater.addCopy(ofRow: equal) { continue }
        let row = unsafe indexed.row(y)
        unsafe deflater.add(row.start, differs: row.differs)
      }
      let data = deflater.finish()
      if data.count < smallest?.count ?? .max { smallest = data }
    }
    return smallest ?? []
  }
}

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

/// Checks between the rows of a large picture whether to stop.
struct RowPause {
  /// Some hundredths of a second; smaller pictures are never checked.
  private static let pixelsBetween = 1 << 17

  private let isStopped: @Sendable () -> Bool
  private let rowsBetween: Int

  init(width: Int, isStopped: @escaping @Sendable () -> Bool) {
    self.isStopped = isStopped
    rowsBetween = max(1, Self.pixelsBetween / max(1, width))
  }

  /// Throws if the work should stop before row `y`.
  @inline(__always)
  func check(before y: Int) throws(PNGFailure) {
    if y % rowsBetween == rowsBetween - 1, isStopped() { throw .stopped }
  }
}
