extension Canvas {
  /// Fills upright rectangles that do not overlap as one shape: their coverage of a pixel is added
  /// up before painting.
  public mutating func fill(
    _ bars: [RoundedRectangle],
    with paint: Paint,
    clip: ClipRectangle? = nil
  ) {
    guard !paint.isClear, let rows = BarRows(bars, within: region, clip: clip) else { return }
    let columns = rows.region.columns
    let isStopped = isStopped
    var paint = PaintRow(paint, columns: columns)
    rows.forEach(isStopped) { row, coverage, start in
      paint.blend(coverage, from: start, columns: 0..<columns.count, row: row, onto: &self)
    }
  }
}

/// A picture of bars in one color on another, with one byte per pixel: faster to draw and to encode
/// than a canvas, as which a redraw of 598x120 takes 0.53 instead of 0.49 ms.
public struct Silhouette: Sendable {
  /// The size in pixels.
  public let width, height: Int
  /// The color index of each pixel, row by row.
  public private(set) var indices: [UInt8]
  /// The premultiplied color of each index.
  public let colors: [UInt32]

  /// Returns nil if a drawing contains anything else; incomplete if stopped.
  public init?(_ drawing: Drawing, isStopped: () -> Bool = { false }) {
    // A photo, coarse edges or a second mark would need more colors than one byte has.
    guard drawing.photo == nil, !drawing.hasCoarseEdges, drawing.marks.count == 1 else {
      return nil
    }
    guard case .color(let ground) = drawing.background,
      case .shape(.bars(let bars), let fills) = drawing.marks[0],
      fills.count == 1,
      fills[0].clip == nil
    else { return nil }
    guard case .color(let color) = fills[0].paint else { return nil }
    width = drawing.width
    height = drawing.height
    let colors = Self.shades(of: color, on: ground)
    self.colors = colors
    indices = [UInt8](repeating: 0, count: width * height)
    let picture = PixelRegion(columns: 0..<width, rows: 0..<height)
    guard let rows = BarRows(bars, within: picture, clip: nil) else { return }
    let first = rows.region.columns.lowerBound
    let count = rows.region.columns.count
    let width = width

    // The coverage of a pixel is the index of its color.
    rows.forEach(isStopped) { row, coverage, start in
      RowKernels.copy(coverage, from: start, to: &indices, at: row * width + first, count: count)
    }
    joinEqualColors()
  }

  /// Gives equal colors the same index: a palette with twins needs more bits.
  private mutating func joinEqualColors() {
    // On a clear ground each opacity is another color. Otherwise several coverages may give one
    // color.
    let isOpacityTheIndex = colors.indices.allSatisfy { colors[$0] >> 24 == $0 }
    guard !isOpacityTheIndex, Set(colors).count < 256 else { return }
    let unique = colors.map { color in UInt8(colors.firstIndex(of: color) ?? 0) }
    indices = indices.map { unique[Int($0)] }
  }

  /// Returns a color on a ground by each of the 256 coverages.
  // By the code that paints a canvas, so that both ways give the same colors.
  private static func shades(of color: Color, on ground: Color) -> [UInt32] {
    var shades = Canvas(width: 256, height: 1, background: ground)
    var paint = PaintRow(.color(color), columns: 0..<256)
    paint.blend(Array(0...255), columns: 0..<256, row: 0, onto: &shades)
    return shades.pixels
  }
}

/// The coverage of upright rectangles that do not overlap, row by row.
///
/// If they are symmetric about the middle, only the upper half is computed.
struct BarRows {
  /// The pixels that the bars may touch.
  let region: PixelRegion
  private let bars: [RoundedRectangle]
  private let clip: ClipRectangle

  /// Returns nil if the bars touch nothing within a picture and a clip.
  init?(_ bars: [RoundedRectangle], within picture: PixelRegion, clip: ClipRectangle?) {
    // As one outline, the 120 bars of a picture of 600x120 take 690 µs instead of 80; with
    // outlines for their ends alone, 178 µs.
    var bars =
      if bars.allSatisfy(\.hasInk) {
        // The usual case, which copies nothing.
        bars
      } else {
        bars.filter(\.hasInk)
      }
    if let clip {
      bars = bars.filter { $0.x < clip.right && $0.edges.right > clip.left }
    }
    var region = PixelRegion(touching: bars.box, within: picture)
    if let clip {
      region = PixelRegion(touching: clip, within: region)
    }
    guard !region.isEmpty else { return nil }
    self.region = region
    self.bars = bars
    self.clip = (clip ?? .everything).intersection(region.box)
  }

  /// Calls `body` with each row and its coverage, which begins at `start`, until stopped.
  func forEach(
    _ isStopped: () -> Bool,
    _ body: (_ row: Int, _ coverage: [UInt8], _ start: Int) -> Void
  ) {
    var upper = region
    let axis = bars.axis(in: region.rows, clip: clip)
    if let axis {
      // Up to the middle row, which mirrors itself if there is one.
      upper.rows = region.rows.lowerBound..<axis / 2 + 1
    }

    // A mask has one byte a pixel, the areas of an outline have four.
    let bandHeight = Filling.bandHeight(of: upper, pixels: 4 * Filling.bandPixels)
    var mask = BarMask(columns: region.columns, height: bandHeight, clip: clip)
    for rows in Filling.bands(of: upper.rows, height: bandHeight) {
      if Filling.asks(at: rows, in: region), isStopped() { return }
      mask.cover(rows, with: bars)
      for row in rows {
        let start = mask.start(of: row)
        body(row, mask.coverage, start)
        if let axis, axis - row != row {
          body(axis - row, mask.coverage, start)
        }
      }
    }
  }
}

extension [RoundedRectangle] {
  fileprivate var box: ClipRectangle {
    var box = ClipRectangle(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
    for bar in self {
      let (left, top, right, bottom) = bar.edges
      box.left = Swift.min(box.left, left)
      box.top = Swift.min(box.top, top)
      box.right = Swift.max(box.right, right)
      box.bottom = Swift.max(box.bottom, bottom)
    }
    return box
  }

  /// Returns the row that mirrors row 0 about the middle of all bars, if rows mirror rows.
  fileprivate func axis(in rows: Range<Int>, clip: ClipRectangle) -> Int? {
    let sum = rows.lowerBound + rows.upperBound
    let isMirrored = allSatisfy { bar in
      let (_, top, _, bottom) = bar.edges
      // Less than any rounding of the sum of two positions shows in a pixel.
      let isCentered = abs(top + bottom - Double(sum)) < 1e-9
      // A clip may cut one half only.
      let isWhole = top >= clip.top && bottom <= clip.bottom
      return isCentered && isWhole
    }
    guard isMirrored else { return nil }
    return sum - 1
  }
}
