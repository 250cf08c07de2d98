/// The coverage of a band of rows of bars, in bytes.
struct BarMask {
  private let columns: Range<Int>
  private let clip: ClipRectangle
  private var rows: Range<Int> = 0..<0
  /// The coverage of all rows, row by row.
  private(set) var coverage: [UInt8]
  private var sides: BarSides
  private var ends = BarEnds()

  /// Creates a mask; the clip must lie within the region.
  init(columns: Range<Int>, height: Int, clip: ClipRectangle) {
    self.columns = columns
    self.clip = clip
    coverage = [UInt8](repeating: 0, count: columns.count * height)
    sides = BarSides(width: columns.count)
  }

  /// Moves on to other rows and covers them with bars.
  mutating func cover(_ rows: Range<Int>, with bars: [RoundedRectangle]) {
    self.rows = rows
    var stripes: [BarSides.Stripe] = []
    stripes.reserveCapacity(bars.count)
    for bar in bars {
      if let stripe = stripe(of: bar) {
        stripes.append(stripe)
      }
    }

    // Sides first: ends are added to what is there, sides replace it. That also clears the rows of
    // the band before.
    sides.write(stripes, rows: rows.count, into: &coverage)
    for bar in bars {
      addEnds(of: bar)
    }
  }

  /// Returns the start of a row in `coverage`.
  func start(of row: Int) -> Int { (row - rows.lowerBound) * columns.count }

  /// Returns the rows that a bar crosses completely between its corners.
  private func straightRows(of bar: RoundedRectangle) -> Range<Int> {
    let top = max(bar.edges.top + bar.cornerRadius, clip.top)
    let bottom = min(bar.edges.bottom - bar.cornerRadius, clip.bottom)
    return rows(from: top.rounded(.up), to: bottom.rounded(.down))
  }

  /// Returns the rows of the band between two positions.
  private func rows(from low: Double, to high: Double) -> Range<Int> {
    // Clamped before they become integers: a bar may end anywhere.
    let bounds = Double(rows.lowerBound)...Double(rows.upperBound)
    let first = Int(low.clamped(to: bounds))
    return first..<max(first, Int(high.clamped(to: bounds)))
  }

  /// Returns the part of a bar between its ends.
  private func stripe(of bar: RoundedRectangle) -> BarSides.Stripe? {
    let left = max(bar.edges.left, clip.left) - Double(columns.lowerBound)
    let right = min(bar.edges.right, clip.right) - Double(columns.lowerBound)
    let straight = straightRows(of: bar)
    guard left < right, !straight.isEmpty else { return nil }
    return BarSides.Stripe(
      left: left,
      right: right,
      rows: straight.lowerBound - rows.lowerBound..<straight.upperBound - rows.lowerBound
    )
  }

  private mutating func addEnds(of bar: RoundedRectangle) {
    let (left, top, right, bottom) = bar.edges
    let all = rows(from: top.rounded(.down), to: bottom.rounded(.up))
    let straight = straightRows(of: bar)

    // A bar without a straight row has one end: both its corners may be in the same row.
    let upper =
      if straight.isEmpty {
        all
      } else {
        all.lowerBound..<straight.lowerBound
      }
    let lower =
      if straight.isEmpty {
        0..<0
      } else {
        straight.upperBound..<all.upperBound
      }
    guard !upper.isEmpty || !lower.isEmpty else { return }
    let isCutAtSide = clip.left > left || clip.right < right
    if isCutAtSide || bar.cornerRadius > CornerGap.maximumRadius {
      addOutline(of: bar, rows: upper)
      addOutline(of: bar, rows: lower)
      return
    }
    ends.move(to: bar)
    addEnds(rows: upper)
    addEnds(rows: lower)
  }

  private mutating func addEnds(rows: Range<Int>) {
    for row in rows {
      // A clip above or below only shortens the bar; at its sides, it would cut the corners.
      ends.cover(row: row, from: clip.top, to: clip.bottom)
      RowKernels.add(
        areas: ends.areas,
        count: ends.columns.count,
        to: &coverage,
        at: start(of: row) + ends.columns.lowerBound - columns.lowerBound
      )
    }
  }

  /// Adds rows of a bar that a clip cuts or that is very round, of which a picture has few.
  private mutating func addOutline(of bar: RoundedRectangle, rows: Range<Int>) {
    var outline = Outline()
    outline.add(bar)
    let edges = EdgeList(outline).edges

    // The end of a bar is a few rows high. Untuned.
    let height = 8
    var band = CoverageBand(columns: columns, height: height, clip: clip, mayOverlap: false)
    var covered = [UInt8](repeating: 0, count: columns.count)
    for some in Filling.bands(of: rows, height: height) {
      band.move(to: some)
      band.add(edges)
      for row in some {
        let filled = band.resolve(row: row, into: &covered)
        RowKernels.add(
          covered,
          from: filled.lowerBound,
          count: filled.count,
          to: &coverage,
          at: start(of: row) + filled.lowerBound
        )
      }
    }
  }
}
