import CPNG

/// A filter of PNG, and a level, a strategy and a memory level of deflate.
///
/// Measured with zlib 1.2.13 and libpng 1.6.39 on twenty pictures a style, 598x120 (circular 512x512):
/// bytes relative to the first row, and microseconds a picture.
///
/// | filter, strategy, level, memory | bars | mirroredBars | dancingBars | line | dots | circular |
/// |---|---|---|---|---|---|---|
/// | None, default, 4, 8 | 1.00, 289 | 1.00, 302 | 1.00, 258 | 1.00, 384 | 1.00, 310 | 1.00, 1380 |
/// | None, default, 5, 6 | 0.96, 297 | 0.98, 313 | 1.01, 248 | 1.00, 425 | 0.98, 312 | 0.99, 1797 |
/// | None, default, 4, 6 | 1.00, 261 | 1.01, 277 | 1.01, 229 | 1.01, 362 | 1.00, 282 | 1.01, 1435 |
/// | None, default, 3, 7 | 0.96, 201 | 1.04, 222 | 1.13, 166 | 1.07, 304 | 1.09, 224 | 1.07, 1274 |
/// | None, default, 3, 6 | 0.96, 194 | 1.04, 218 | 1.14, 157 | 1.07, 315 | 1.09, 229 | 1.07, 1377 |
/// | None, default, 1, 8 | 1.22, 210 | 1.20, 222 | 1.18, 181 | 1.11, 284 | 1.17, 227 | 1.11, 942 |
/// | Up, default, 3, 6 | 0.95, 205 | 1.24, 262 | 1.67, 214 | 1.41, 429 | 1.20, 253 | 1.41, 1837 |
/// | None, Z_RLE, 6, 8 | 2.54, 303 | 2.40, 319 | 2.80, 211 | 0.93, 229 | 3.85, 342 | 0.98, 671 |
/// | None, Z_RLE, 6, 7 | 2.53, 282 | 2.40, 306 | 2.80, 204 | 0.93, 206 | 3.86, 337 | 0.97, 662 |
/// | Up, Z_RLE, 6, 8 | 0.90, 207 | 1.07, 223 | 1.34, 206 | 1.15, 263 | 0.95, 220 | 1.27, 841 |
/// | Up, Z_RLE, 6, 6 | 0.90, 178 | 1.08, 199 | 1.34, 176 | 1.15, 262 | 0.95, 193 | 1.26, 966 |
/// | Up, Z_RLE, 6, 5 | 0.87, 181 | 1.08, 214 | 1.36, 182 | 1.17, 306 | 0.97, 211 | 1.28, 1198 |
///
/// So Z_RLE is nearly always the fastest, and small with the filter that suits the rows. Where neither
/// filter makes runs, as in gradients, level 3 finds most matches. Levels 8 and 9 take two to ten times
/// the time of level 6 for a twentieth fewer bytes.
// A smaller window saves no time, though runs only look one byte back: with 4 KB bars take as long as
// with 32, with 1 KB a third more, since zlib moves a small window along more often.
struct PNGCompression {
  /// The arguments of `png_set_compression_level`, `…_compression_strategy` and `png_set_filter`.
  let level: CInt
  let strategy: CInt
  let filter: CInt
  /// The argument of `png_set_compression_mem_level`. A block has up to `64 << memory` symbols, with
  /// codes of its own, and zlib clears `256 << memory` bytes for each picture. So few symbols make the
  /// smaller memory fast, and many make it slow, since each block costs some 15 microseconds.
  var memory: CInt = 8

  private static let matches: CInt = 0  // Z_DEFAULT_STRATEGY
  private static let runs: CInt = 3  // Z_RLE

  /// Bars, whose rows equal the row above: a few thousand symbols a picture.
  private static let uprightRuns = PNGCompression(
    level: 6,
    strategy: runs,
    filter: PNG_FILTER_UP,
    memory: 6
  )
  /// Curves and circles in one color, whose rows are long runs. With memory 7 a scan that redraws
  /// lines takes as long, and one of circles a twentieth longer.
  private static let plainRuns = PNGCompression(level: 6, strategy: runs, filter: PNG_FILTER_NONE)
  /// Everything else.
  private static let plainMatches = PNGCompression(
    level: 3,
    strategy: matches,
    filter: PNG_FILTER_NONE,
    memory: 7
  )
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
  // With 8 rows, sixteen of twenty pictures of dancingBars look upright by chance, and take a quarter more
  // bytes and a tenth more time; with 32 none does.
  private static let maximumRows = 32

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
  /// six to ten times as many as down, in dancingBars two to three times, in curves and circles at
  /// most 1.2 times.
  var areUpright: Bool { down * 4 <= across }
  var areRuns: Bool { across * 2 <= down * 3 }
}
