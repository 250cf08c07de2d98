extension Canvas {
  /// Fills an outline over the existing pixels, by the non-zero rule and exact area.
  public mutating func fill(_ outline: Outline, with paint: Paint, clip: ClipRectangle? = nil) {
    let list = EdgeList(outline)
    guard !paint.isClear, let region = region(of: list.box, clip: clip) else { return }
    let bandHeight = Filling.bandHeight(of: region)
    let clip = (clip ?? .everything).intersection(region.box)
    var band = CoverageBand(
      columns: region.columns,
      height: bandHeight,
      clip: clip,
      // A single unit overlaps nothing.
      mayOverlap: list.units > 1
    )
    var paint = PaintRow(paint, columns: region.columns)
    var mask = [UInt8](repeating: 0, count: region.columns.count)
    var corrected = 0
    for rows in Filling.bands(of: region.rows, height: bandHeight) {
      if Filling.shouldCheckStop(at: rows, in: region), isStopped() { return }
      band.move(to: rows)
      band.add(list.edges)
      band.add(list.horizontalEdges)
      var crowd = CrowdedPixels(of: band, list: list)
      for row in rows {
        let columns = band.resolve(row: row, into: &mask)
        let pixels = crowd.takePixels(ofRow: row)
        // A crowded row may take as long as a whole picture, so that a stop is asked for here too.
        corrected += pixels.count
        if corrected > Filling.correctedUnasked {
          corrected = 0
          if isStopped() { return }
        }
        band.correct(pixels, row: row, of: crowd, clip: clip, in: &mask)
        paint.blend(mask, columns: columns, row: row, onto: &self)
      }
    }
  }
}

/// The pixels of a band that several units touch, taken row by row, and the edges to measure them.
private struct CrowdedPixels {
  private var rest: ArraySlice<SharedPixels.Pixel>
  private let firstRow: Int
  let edges: [Edge]
  /// Whether every unit winds once around its area, all in the same direction.
  let isUniform: Bool

  init(of band: CoverageBand, list: EdgeList) {
    rest = band.shared.pixels.sorted(by: <)[...]
    isUniform = list.isUniform
    firstRow = band.rows.lowerBound
    // Most bands share no pixel, and need no list of their edges.
    edges =
      if rest.isEmpty {
        []
      } else {
        list.edges(crossing: band.rows)
      }
  }

  /// Returns the pixels of the next row, from left to right.
  mutating func takePixels(ofRow row: Int) -> ArraySlice<SharedPixels.Pixel> {
    let pixels = rest.prefix { $0.row == row - firstRow }
    rest = rest.dropFirst(pixels.count)
    return pixels
  }
}

/// Divides a region for filling.
enum Filling {
  // The coverage of this many pixels, four bytes each, fits the L2 cache.
  static let bandPixels = 1 << 16

  static func bandHeight(of region: PixelRegion, pixels: Int = bandPixels) -> Int {
    // A row of areas has two columns more than pixels.
    min(region.rows.count, max(1, pixels / (region.columns.count + 2)))
  }

  /// Returns whether to check for a stop at this band; never for small pictures.
  static func shouldCheckStop(at rows: Range<Int>, in region: PixelRegion) -> Bool {
    (rows.lowerBound - region.rows.lowerBound) * region.columns.count > pixelsBetweenStopChecks
  }

  // Less than a picture of 1,000 by 600, which takes some milliseconds. A signal may wait a
  // tenth of a second, so twice as much would do as well; half of it would only ask more often.
  private static let pixelsBetweenStopChecks = 1 << 19
  // If hundreds of rays meet, each pixel takes about ten microseconds: 20 ms between two questions.
  static let correctedUnasked = 2000

  static func bands(of rows: Range<Int>, height: Int) -> [Range<Int>] {
    stride(from: rows.lowerBound, to: rows.upperBound, by: height).map { first in
      first..<min(first + height, rows.upperBound)
    }
  }
}

extension CoverageBand {
  /// Corrects the pixels of one resolved row that several units touch.
  fileprivate func correct(
    _ shared: ArraySlice<SharedPixels.Pixel>,
    row: Int,
    of crowd: CrowdedPixels,
    clip: ClipRectangle,
    in mask: inout [UInt8]
  ) {
    // Prepared only if some pixel needs it; pixels come from left to right, as it expects.
    var union: PixelUnion?
    for pixel in shared {
      if crowd.isUniform && isSurelyCovered(row: row, column: pixel.column) { continue }
      var known = union.take() ?? PixelUnion(edges: crowd.edges, row: row, clip: clip)
      mask[pixel.column] = known.coverage(column: pixel.column + columns.lowerBound)
      union = known
    }
  }
}
