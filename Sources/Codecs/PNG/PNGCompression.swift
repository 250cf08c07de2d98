import CPNG

/// A filter of PNG, and a level and a strategy of deflate.
///
/// Measured with zlib 1.2.13 on twenty pictures a style, 598x120 (circular 512x512): bytes relative to
/// None and level 9, which takes up to 40 milliseconds, and microseconds a picture.
///
/// | filter, strategy, level | bars | mirroredBars | dancingBars | line | dots | circular |
/// |---|---|---|---|---|---|---|
/// | None, default, 1 | 2.16, 233 | 1.81, 222 | 1.35, 252 | 1.27, 298 | 1.46, 217 | 1.22, 809 |
/// | None, default, 3 | 1.47, 244 | 1.39, 256 | 1.34, 252 | 1.19, 385 | 1.31, 236 | 1.17, 1129 |
/// | None, default, 4 | 1.74, 342 | 1.46, 347 | 1.07, 369 | 1.10, 469 | 1.21, 345 | 1.09, 1567 |
/// | None, default, 6 | 1.19, 543 | 1.15, 564 | 1.06, 419 | 1.08, 1025 | 1.15, 550 | 1.08, 2646 |
/// | None, default, 8 | 1.00, 1504 | 1.02, 1814 | 1.00, 774 | 1.03, 4554 | 1.01, 1503 | 1.02, 12960 |
/// | None, Z_FILTERED, 4 | 1.74, 338 | 1.46, 350 | 1.05, 358 | 1.11, 544 | 1.19, 339 | 1.09, 1448 |
/// | None, Z_RLE | 2.82, 260 | 2.60, 280 | 1.84, 262 | 1.21, 244 | 3.52, 287 | 1.01, 622 |
/// | Up, default, 4 | 1.15, 346 | 1.49, 391 | 1.58, 421 | 1.60, 603 | 1.45, 387 | 1.45, 1646 |
/// | Up, Z_FILTERED, 4 | 1.19, 344 | 1.55, 392 | 1.55, 418 | 1.60, 616 | 1.43, 400 | 1.44, 1722 |
/// | Up, Z_RLE | 1.25, 200 | 1.43, 214 | 1.49, 293 | 1.39, 268 | 1.26, 216 | 1.32, 766 |
///
/// So Z_RLE is nearly always the fastest, and small with the filter that suits the rows. Where neither
/// filter makes runs, as in gradients, level 4 is small.
// A smaller window saves no time, though runs only look one byte back: with 4 KB bars take 177
// microseconds as with 32, with 1 KB 244, since zlib moves a small window along more often.
struct PNGCompression {
  /// The arguments of `png_set_compression_level`, `…_compression_strategy` and `png_set_filter`.
  let level: CInt
  let strategy: CInt
  let filter: CInt
  /// The argument of `png_set_compression_mem_level`: zlib's own choice, unless a measurement says
  /// otherwise.
  var memory: CInt = 8

  private static let matches: CInt = 0  // Z_DEFAULT_STRATEGY
  private static let runs: CInt = 3  // Z_RLE

  /// Bars, whose rows equal the row above. They have so few changes that one table of codes for all
  /// fits less well than several: with level 5 a table covers 2,048 symbols, and bars take 0.91 of
  /// the bytes of level 8 in 0.7 of the time, since zlib also clears a smaller table. Curves take
  /// twice the time there.
  private static let uprightRuns = PNGCompression(
    level: 6, strategy: runs, filter: PNG_FILTER_UP, memory: 5)
  /// Curves and circles in one color, whose rows are long runs.
  private static let plainRuns = PNGCompression(level: 6, strategy: runs, filter: PNG_FILTER_NONE)
  /// Everything else.
  private static let plainMatches = PNGCompression(
    level: 4, strategy: matches, filter: PNG_FILTER_NONE)
  /// The frames of an animation after the first, which rarely have runs: Z_RLE takes two to six times
  /// the bytes, level 4 a tenth more, level 8 a twentieth fewer in twice the time.
  static let frames = PNGCompression(level: 6, strategy: matches, filter: PNG_FILTER_NONE)

  /// The setting for a picture of few colors.
  static func ofIndices(_ rows: PictureRows<some PicturePixel>) -> PNGCompression {
    let changes = unsafe SampledChanges(rows)
    if changes.areUpright { return uprightRuns }
    if changes.areRuns { return plainRuns }
    return plainMatches
  }

  // True color

  private static let plain = PNGCompression(level: 6, strategy: matches, filter: PNG_FILTER_NONE)
  /// Examines more matches: two to three times the time, a few percent fewer bytes.
  private static let thorough = PNGCompression(level: 8, strategy: matches, filter: PNG_FILTER_NONE)
  private static let upward = PNGCompression(level: 6, strategy: matches, filter: PNG_FILTER_UP)
  private static let paethRuns = PNGCompression(level: 6, strategy: runs, filter: PNG_FILTER_PAETH)

  /// The settings worth trying for a picture in true color, found by trying all on every style in
  /// three scales.
  ///
  /// In pictures of vertical edges, such as bars, each row equals the one above, and the best
  /// setting depends on the length of rows and the caps of bars; in others one setting nearly
  /// always wins.
  static func worthTrying(for rows: PixelRows) -> [PNGCompression] {
    let pixelCount = unsafe rows.width * rows.height
    // Small pictures are cheap enough for the thorough one. The limit is a guess.
    let isSmall = pixelCount <= 1 << 17
    let plain = isSmall ? PNGCompression.thorough : .plain
    guard unsafe SampledChanges(rows).areUpright else { return [plain] }
    // If an attempt takes a tenth of a second or more, one is enough.
    return if pixelCount > 1 << 22 {
      [.upward]
    } else {
      [plain, .upward, .paethRuns]
    }
  }
}

/// How often pixels change along some rows of a picture, in whole chunks.
private struct SampledChanges {
  // A guess.
  private static let maximumRows = 8

  /// The number of pixels that differ from the one to the left.
  private var across = 0
  /// The number of pixels that differ from the one above.
  private var down = 0

  init(_ rows: PictureRows<some PicturePixel>) {
    let samples = unsafe min(Self.maximumRows, rows.height - 1)
    for sample in 0..<samples {
      let y = unsafe 1 + sample * (rows.height - 1) / samples
      let row = unsafe rows[y]
      let above = unsafe rows[y - 1]
      var x = 1
      while unsafe x + pixelChunk <= rows.width {
        let pixels = unsafe row.from(x)
        across += unsafe pixels.differences(from: row.from(x - 1)).nonzeroBitCount
        down += unsafe pixels.differences(from: above.from(x)).nonzeroBitCount
        x += pixelChunk
      }
    }
  }

  /// Whether most changes along a row are also in the row above. In bars and dots, changes across are
  /// four to nine times as many as down, in curves and circles at most 1.4 times.
  var areUpright: Bool { down * 4 <= across }
  var areRuns: Bool { across * 2 <= down * 3 }
}
