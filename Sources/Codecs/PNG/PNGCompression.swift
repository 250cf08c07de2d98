import CPNG

/// A combination of filter and compression strategy of libpng for true color.
struct PNGCompression {
  /// The arguments of `png_set_compression_level`, `…_compression_strategy` and `png_set_filter`.
  let level, strategy, filter: CInt

  private static let plain = PNGCompression(level: 6, strategy: 0, filter: PNG_FILTER_NONE)
  /// Examines more matches: two to three times the time, a few percent fewer bytes.
  private static let thorough = PNGCompression(level: 8, strategy: 0, filter: PNG_FILTER_NONE)
  /// The difference from the row above.
  private static let upward = PNGCompression(level: 6, strategy: 0, filter: PNG_FILTER_UP)
  private static let paethRuns = PNGCompression(level: 6, strategy: 3, filter: PNG_FILTER_PAETH)

  /// The settings worth trying for a picture, found by trying all on every style in three scales.
  ///
  /// In pictures of vertical edges, such as bars, each row equals the one above, and the best
  /// setting depends on the length of rows and the caps of bars; in others one setting nearly
  /// always wins.
  static func worthTrying(for rows: PixelRows) -> [PNGCompression] {
    let pixelCount = unsafe rows.width * rows.height
    let plain = pixelCount <= 1 << 17 ? PNGCompression.thorough : .plain
    guard unsafe isUpright(rows) else { return [plain] }
    // If an attempt takes a tenth of a second or more, one is enough.
    return pixelCount > 1 << 22 ? [.upward] : [plain, .upward, .paethRuns]
  }

  /// Returns the filters worth trying for a picture of few colors.
  static func filters(for rows: PictureRows<some PicturePixel>) -> [RowDeflater.Filter] {
    guard unsafe rows.width >= 1000, unsafe isUpright(rows) else { return [.none] }
    return unsafe rows.width * rows.height > 1 << 22 ? [.up] : [.none, .up]
  }

  /// Returns whether half of the changes along a row are at the same places in the row above.
  private static func isUpright(_ rows: PictureRows<some PicturePixel>) -> Bool {
    var edges = 0
    var upright = 0
    let samples = unsafe min(16, rows.height - 1)
    for sample in 0..<samples {
      let y = unsafe 1 + sample * (rows.height - 1) / samples
      let (row, above) = unsafe (rows[y], rows[y - 1])
      for x in unsafe 1..<max(1, rows.width) {
        let differs = unsafe row[x] != row[x - 1]
        edges += differs ? 1 : 0
        upright += unsafe differs && row[x] == above[x] ? 1 : 0
      }
    }
    return upright * 2 >= edges
  }
}
