/// Bytes of coverage for a band of rows, into which bars are added one by one.
struct BarMask {
  private let columns: Range<Int>
  private let clip: ClipRectangle
  private var rows: Range<Int> = 0..<0
  private var coverage: [UInt8]
  /// The rows of the round corners, which are computed as outlines.
  private var corners: CoverageBand
  private var cornerRow: [UInt8]
  private var cornerHeight: Int
  private var quarter = QuarterCircle(radius: 0)
  private var edges: [Edge] = []

  /// The clip must lie within the region that is masked.
  init(columns: Range<Int>, height: Int, clip: ClipRectangle) {
    self.columns = columns
    self.clip = clip
    coverage = [UInt8](repeating: 0, count: columns.count * height)
    cornerHeight = min(8, height)
    corners = CoverageBand(columns: columns, height: cornerHeight, clip: clip, mayCrowd: false)
    cornerRow = [UInt8](repeating: 0, count: columns.count)
  }

  /// Forgets all coverage and goes on to other rows.
  mutating func move(to rows: Range<Int>) {
    if !self.rows.isEmpty { RowKernels.clear(&coverage, from: 0, count: coverage.count) }
    self.rows = rows
  }

  mutating func add(_ bar: RoundedRectangle) {
    let (_, top, _, bottom) = bar.edges
    let all = within(top.rounded(.down), bottom.rounded(.up))
    guard !all.isEmpty else { return }
    let straight = within(
      max(top + bar.cornerRadius, clip.top).rounded(.up),
      min(bottom - bar.cornerRadius, clip.bottom).rounded(.down))
    guard !straight.isEmpty else { return addCorners(of: bar, rows: all) }
    addSides(of: bar, rows: straight)
    let upper = all.lowerBound..<straight.lowerBound
    let lower = straight.upperBound..<all.upperBound
    let isWhole = Double(all.lowerBound) <= top && Double(all.upperBound) >= bottom
    if isWhole, clip.top <= top, clip.bottom >= bottom, let axis = mirrorAxis(top, bottom) {
      addCorners(of: bar, rows: upper, mirrored: axis)
    } else {
      addCorners(of: bar, rows: upper)
      addCorners(of: bar, rows: lower)
    }
  }

  mutating func paint(with painter: inout RowPainter, onto canvas: inout Canvas) {
    for row in rows {
      let start = (row - rows.lowerBound) * columns.count
      painter.paint(
        coverage, from: start, columns: 0..<columns.count, row: row, onto: &canvas)
    }
  }

  private func within(_ low: Double, _ high: Double) -> Range<Int> {
    let bounds = Double(rows.lowerBound)...Double(rows.upperBound)
    let first = Int(low.clamped(to: bounds))
    return first..<max(first, Int(high.clamped(to: bounds)))
  }

  /// Adds rows that the bar crosses from top to bottom between its corners.
  private mutating func addSides(of bar: RoundedRectangle, rows: Range<Int>) {
    let left = max(bar.edges.left, clip.left) - Double(columns.lowerBound)
    let right = min(bar.edges.right, clip.right) - Double(columns.lowerBound)
    guard left < right else { return }
    let first = Int(left)
    let last = Int(right.rounded(.up)) - 1
    func share(_ column: Int) -> UInt8 {
      let width = min(right, Double(column + 1)) - max(left, Double(column))
      return UInt8((width.clamped(to: 0...1) * 255).rounded())
    }
    let (firstShare, lastShare) = (share(first), share(last))
    let top = self.rows.lowerBound
    RowKernels.add(
      first: firstShare, last: lastShare, columns: first..<last + 1,
      rows: rows.lowerBound - top..<rows.upperBound - top, stride: columns.count, to: &coverage)
  }

  /// The pixel that mirrors pixel 0 about the middle of two borders, where that maps pixels onto
  /// pixels.
  private func mirrorAxis(_ low: Double, _ high: Double) -> Int? {
    let sum = (low + high).rounded()
    return abs(low + high - sum) < 1e-9 ? Int(sum.clamped(to: -1e9...1e9)) - 1 : nil
  }

  /// Adds rows with corners, and those on the other side of an axis that look the same.
  private mutating func addCorners(
    of bar: RoundedRectangle, rows: Range<Int>, mirrored axis: Int? = nil
  ) {
    if quarter.radius != bar.cornerRadius { quarter = QuarterCircle(radius: bar.cornerRadius) }
    let sideAxis = sideAxis(of: bar)
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: cornerHeight) {
      let some = first..<min(first + cornerHeight, rows.upperBound)
      corners.move(to: some)
      edges.removeAll(keepingCapacity: true)
      quarter.addSides(of: bar, rows: some, both: sideAxis == nil, to: &edges)
      corners.add(edges)
      for row in some {
        var filled = corners.resolve(row: row, into: &cornerRow)
        if let sideAxis { filled = mirrorCornerRow(filled, about: sideAxis) }
        addCornerRow(filled, row: row)
        if let axis { addCornerRow(filled, row: axis - row) }
      }
    }
  }

  /// The axis of a bar's two sides, where the corners of one need not be worked out.
  private func sideAxis(of bar: RoundedRectangle) -> Int? {
    let (left, _, right, _) = bar.edges
    guard clip.left <= left, clip.right >= right, let axis = mirrorAxis(left, right) else {
      return nil
    }
    // A pixel across the middle must not hold parts of both corners.
    let middle = (left + right) / 2
    guard middle == middle.rounded() || left + bar.cornerRadius <= middle - 0.5 else { return nil }
    return axis - 2 * columns.lowerBound
  }

  /// Completes a row in which only the left side of a bar has been worked out.
  private mutating func mirrorCornerRow(_ known: Range<Int>, about axis: Int) -> Range<Int> {
    guard let last = known.last, 2 * known.lowerBound <= axis else { return known }
    // Sides a hair's breadth from whole pixels may have their mirror image beyond the region.
    let end = min(axis - known.lowerBound + 1, columns.count)
    let middle = axis / 2
    if last < min(middle, end - 1) {
      for column in last + 1...min(middle, end - 1) { cornerRow[column] = cornerRow[last] }
    }
    for column in middle + 1..<max(middle + 1, end) { cornerRow[column] = cornerRow[axis - column] }
    return known.lowerBound..<end
  }

  private mutating func addCornerRow(_ stretch: Range<Int>, row: Int) {
    guard rows.contains(row) else { return }
    let start = (row - rows.lowerBound) * columns.count
    for column in stretch {
      let (sum, isOver) = coverage[start + column].addingReportingOverflow(cornerRow[column])
      coverage[start + column] = isOver ? 255 : sum
    }
  }
}
