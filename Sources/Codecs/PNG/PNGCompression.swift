import CPNG

/// A way in which libpng filters the rows of a picture in true colour and looks for what repeats.
enum PNGCompression {
  case plain
  /// Looks at more places: two to three times the time, a few percent fewer bytes.
  case thorough
  /// Rows less the row above.
  case upward
  case paethRuns

  /// The settings worth trying for a picture, found by trying all of them on every style in three
  /// scales.
  ///
  /// In pictures of upright edges, such as bars, each row equals the one above, and the best
  /// setting depends on the length of rows and the caps of bars; in others one setting nearly
  /// always wins.
  static func worthTrying(for rows: PixelRows) -> [PNGCompression] {
    let pixelCount = unsafe rows.width * rows.height
    let plain = pixelCount <= 1 << 17 ? PNGCompression.thorough : .plain
    guard unsafe isUpright(rows) else { return [plain] }
    // Where a try takes a tenth of a second and more, one is enough.
    return pixelCount > 1 << 22 ? [.upward] : [plain, .upward, .paethRuns]
  }

  /// The filters worth trying for a picture of few colours.
  static func filters(for rows: PixelRows) -> [RowDeflater.Filter] {
    guard unsafe rows.width >= 1000, unsafe isUpright(rows) else { return [.none] }
    return unsafe rows.width * rows.height > 1 << 22 ? [.up] : [.none, .up]
  }

  /// As `png_set_compression_level` takes it.
  var level: CInt {
    switch self {
    case .thorough: 8
    case .plain, .upward, .paethRuns: 6
    }
  }

  /// As `png_set_compression_strategy` takes it.
  var strategy: CInt {
    switch self {
    case .plain, .thorough, .upward: 0
    case .paethRuns: 3
    }
  }

  /// As `png_set_filter` takes it.
  var filter: CInt {
    switch self {
    case .plain, .thorough: PNG_FILTER_NONE
    case .upward: PNG_FILTER_UP
    case .paethRuns: PNG_FILTER_PAETH
    }
  }

  /// Whether half of the places where a pixel differs from its left neighbour are the same in the
  /// row above.
  private static func isUpright(_ rows: PixelRows) -> Bool {
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
