/// Bytes of coverage for a band of rows, into which bars are added one by one.
struct BarMask {
  private let columns: Range<Int>
  private let clip: ClipRectangle
  private var rows: Range<Int> = 0..<0
  private var coverage: [UInt8]
  /// Rows in which corners lie are worked out here as outlines.
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
    addCorners(of: bar, rows: all.lowerBound..<straight.lowerBound)
    addSides(of: bar, rows: straight)
    addCorners(of: bar, rows: straight.upperBound..<all.upperBound)
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
    let first = Int(left)
    let last = Int(right.rounded(.up)) - 1
    guard left < right, first <= last else { return }
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

  private mutating func addCorners(of bar: RoundedRectangle, rows: Range<Int>) {
    if quarter.radius != bar.cornerRadius { quarter = QuarterCircle(radius: bar.cornerRadius) }
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: cornerHeight) {
      let some = first..<min(first + cornerHeight, rows.upperBound)
      corners.move(to: some)
      edges.removeAll(keepingCapacity: true)
      quarter.addSides(of: bar, rows: some, to: &edges)
      corners.add(edges)
      for row in some {
        let start = (row - self.rows.lowerBound) * columns.count
        for column in corners.resolve(row: row, into: &cornerRow) {
          add(cornerRow[column], at: start + column)
        }
      }
    }
  }

  private mutating func add(_ share: UInt8, at index: Int) {
    let (sum, overflow) = coverage[index].addingReportingOverflow(share)
    coverage[index] = overflow ? 255 : sum
  }
}
