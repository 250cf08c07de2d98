/// A block of whole pixels.
struct PixelRegion {
  var columns: Range<Int>
  var rows: Range<Int>

  var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}

extension PixelRegion {
  /// Creates the block of pixels that a rectangle touches, even partly.
  init(touching box: ClipRectangle, within limit: PixelRegion) {
    columns = PixelRegion.touched(from: box.left, to: box.right, within: limit.columns)
    rows = PixelRegion.touched(from: box.top, to: box.bottom, within: limit.rows)
  }

  var box: ClipRectangle {
    ClipRectangle(
      left: Double(columns.lowerBound),
      top: Double(rows.lowerBound),
      right: Double(columns.upperBound),
      bottom: Double(rows.upperBound)
    )
  }

  private static func touched(
    from low: Double,
    to high: Double,
    within limit: Range<Int>
  ) -> Range<Int> {
    // Also for NaN, of which no comparison holds.
    guard low < high else { return limit.lowerBound..<limit.lowerBound }
    // Clamped before it becomes an integer, which infinity would not.
    let bounds = Double(limit.lowerBound)...Double(limit.upperBound)
    let first = Int(low.rounded(.down).clamped(to: bounds))
    let end = Int(high.rounded(.up).clamped(to: bounds))
    return first..<max(first, end)
  }
}
