extension Canvas {
  /// Fills upright rectangles that do not overlap as one shape: their coverage of a pixel is added
  /// up before painting.
  ///
  /// If they are symmetric about the middle, only the upper half is computed.
  public mutating func fill(
    _ bars: [RoundedRectangle], with paint: Paint, clip: ClipRectangle? = nil
  ) {
    // As one outline, the 120 bars of a picture of 600x120 take 690 µs instead of 80; with
    // outlines for their ends alone, 178 µs.
    var bars = bars.filter(\.hasInk)
    if let clip { bars = bars.filter { $0.x < clip.right && $0.edges.right > clip.left } }
    guard !paint.isClear, let region = region(of: bars.box, clip: clip) else { return }
    let clip = (clip ?? .everything).intersection(region.box)
    var upper = region
    let axis = bars.axis(in: region.rows, clip: clip)
    if let axis { upper.rows = region.rows.lowerBound..<axis / 2 + 1 }
    let bandHeight = Filling.bandHeight(of: upper, pixels: 4 * Filling.bandPixels)
    var mask = BarMask(columns: region.columns, height: bandHeight, clip: clip)
    var paint = PaintRow(paint, columns: region.columns)
    // Equal coverage then gives equal pixels, which are faster copied than blended.
    let copiesRows = isBlank && paint.isSameInEachRow
    for rows in Filling.bands(of: upper.rows, height: bandHeight) {
      if Filling.asks(at: rows, in: region), isStopped() { return }
      mask.cover(rows, with: bars)
      for row in rows {
        let mirrored = axis.map { $0 - row } ?? row
        let start = mask.start(of: row)
        let above = copiesRows && mask.isRepeated(row) ? row - 1 : nil
        for (row, equal) in mirrored == row ? [(row, above)] : [(row, above), (mirrored, row)] {
          if copiesRows, let equal {
            copyRow(equal, to: row, region.columns)
          } else {
            paint.blend(
              mask.coverage, from: start, columns: 0..<region.columns.count, row: row, onto: &self)
          }
        }
      }
    }
  }
}

extension Canvas {
  private mutating func copyRow(_ row: Int, to other: Int, _ columns: Range<Int>) {
    RowKernels.copy(
      &pixels, from: row * width + columns.lowerBound, to: other * width + columns.lowerBound,
      count: columns.count)
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
      return abs(top + bottom - Double(sum)) < 1e-9 && top >= clip.top && bottom <= clip.bottom
    }
    return isMirrored ? sum - 1 : nil
  }
}
