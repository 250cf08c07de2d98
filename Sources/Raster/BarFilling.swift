extension Canvas {
  /// Fills upright rectangles that do not overlap as one shape: what several of them cover of a
  /// pixel is added up before it is painted.
  ///
  /// Straight sides are laid down as rows of coverage, only the rows with corners as outlines.
  public mutating func fill(
    _ bars: [RoundedRectangle], with paint: Paint, clip: ClipRectangle? = nil
  ) {
    var bars = bars.filter(\.hasInk)
    if let clip { bars = bars.filter { $0.x < clip.right && $0.edges.right > clip.left } }
    guard !paint.isClear, let region = region(of: bars.box, clip: clip) else { return }
    let clip = (clip ?? .everything).intersection(region.box)
    let bandHeight = Filling.bandHeight(of: region, pixels: 4 * Filling.bandPixels)
    var mask = BarMask(columns: region.columns, height: bandHeight, clip: clip)
    var painter = RowPainter(paint, columns: region.columns)
    for rows in Filling.bands(of: region.rows, height: bandHeight) {
      if Filling.asks(at: rows, in: region), isStopped() { return }
      mask.move(to: rows)
      for bar in bars { mask.add(bar) }
      mask.paint(with: &painter, onto: &self)
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
}
