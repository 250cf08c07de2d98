/// Writes pictures as PNG: the same pixels and words always give the same bytes.
///
/// Those of few colours are packed by an encoder that knows rows, those in true colour by libpng.
public enum PNGEncoder {
  /// The largest picture: 64 million pixels.
  public static let maximumPixels = 64 << 20

  /// The PNG of a canvas of premultiplied RGBA, a byte a component, rows without gaps.
  ///
  /// At two or three pixels a point the picture says so (pHYs, 72 points an inch). `isStopped` is
  /// asked now and then where the picture is large.
  public static func encode(
    premultiplied pixels: borrowing RawSpan, width: Int, height: Int, pixelsPerPoint: Int,
    text: [(key: String, value: String)], isStopped: @escaping @Sendable () -> Bool = { false }
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
      return try unsafe encode(rows, header, RowPause(width: width, isStopped: isStopped))
    }
  }

  /// Encodes premultiplied pixels as typed bytes.
  public static func encode(
    premultiplied pixels: borrowing Span<UInt8>, width: Int, height: Int, pixelsPerPoint: Int,
    text: [(key: String, value: String)]
  ) throws(PNGFailure) -> [UInt8] {
    // Bytes have no padding that could be read uninitialised, which is what `bytes` warns of.
    try unsafe encode(
      premultiplied: pixels.bytes, width: width, height: height, pixelsPerPoint: pixelsPerPoint,
      text: text)
  }

  private static func encode(
    _ rows: PixelRows, _ header: PNGHeader, _ pause: RowPause
  ) throws(PNGFailure) -> [UInt8] {
    var colors = ColorTable()
    guard let changes = try unsafe colors.note(rows, pause) else {
      var trueColors = TrueColorStatistics()
      try unsafe trueColors.add(rows, pause)
      let layout = PNGLayout(trueColors)
      return header.file(
        layout, imageData: try unsafe TrueColorPacking.imageData(of: rows, layout, pause))
    }
    let layout = unsafe PNGLayout(colors: colors, pixelCount: rows.width * rows.height)
    return header.file(
      layout, imageData: try unsafe imageData(of: rows, layout, colors.colors, changes, pause))
  }

  /// The rows of a picture whose colours all have a number, that of a palette's entry or of a grey.
  static func imageData(
    of rows: PixelRows, _ layout: PNGLayout, _ colors: [UInt32], _ changes: RowChanges,
    effort: RowMatcher.Effort = .quick, _ pause: RowPause
  ) throws(PNGFailure) -> [UInt8] {
    let lookup = ColorLookup(colors, entries: layout.entries(of: colors))
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

/// Asks between the rows of a large picture whether the work on it is to stop.
struct RowPause {
  /// Some hundredths of a second; pictures of fewer pixels are never asked about.
  private static let pixelsBetween = 1 << 17

  private let isStopped: @Sendable () -> Bool
  private let rowsBetween: Int

  init(width: Int, isStopped: @escaping @Sendable () -> Bool) {
    self.isStopped = isStopped
    rowsBetween = max(1, Self.pixelsBetween / max(1, width))
  }

  /// Throws where the work is to stop before row `y`.
  @inline(__always)
  func check(before y: Int) throws(PNGFailure) {
    if y % rowsBetween == rowsBetween - 1, isStopped() { throw .stopped }
  }
}
