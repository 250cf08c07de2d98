import Glibc

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
    if !self.rows.isEmpty { RowKernels.clear(&coverage) }
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
    for row in rows {
      let start = (row - self.rows.lowerBound) * columns.count
      add(firstShare, at: start + first)
      guard last > first else { continue }
      for index in start + first + 1..<start + last { coverage[index] = 255 }
      add(lastShare, at: start + last)
    }
  }

  private mutating func addCorners(of bar: RoundedRectangle, rows: Range<Int>) {
    if quarter.radius != bar.cornerRadius { quarter = QuarterCircle(radius: bar.cornerRadius) }
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: cornerHeight) {
      let some = first..<min(first + cornerHeight, rows.upperBound)
      corners.move(to: some)
      quarter.addSides(of: bar, to: &corners)
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

/// A quarter of a circle cut into lines once for many corners.
private struct QuarterCircle {
  let radius: Double
  /// From the side (x 0, y the radius) up to the top (x the radius, y 0) of an upper left corner.
  private let points: [Point]

  init(radius: Double) {
    self.radius = radius
    guard radius > 0 else {
      points = []
      return
    }
    let steps = Flatness.steps(radius: radius, angle: .pi / 2)
    points = (0...steps).map { step in
      let angle = .pi / 2 * Double(step) / Double(steps)
      return Point(x: radius * (1 - cos(angle)), y: radius * (1 - sin(angle)))
    }
  }

  /// Adds the two sides of a bar, bent by its four corners.
  func addSides(of bar: RoundedRectangle, to band: inout CoverageBand) {
    let (left, top, right, bottom) = bar.edges
    let rows = band.rows
    if Double(rows.lowerBound) < top + radius {
      addArcs(left: left, right: right, y: top, down: 1, to: &band)
    }
    if Double(rows.upperBound) > bottom - radius {
      addArcs(left: left, right: right, y: bottom, down: -1, to: &band)
    }
    add(
      Point(x: left, y: top + radius), Point(x: left, y: bottom - radius),
      Point(x: right, y: top + radius), Point(x: right, y: bottom - radius), to: &band)
  }

  private func addArcs(
    left: Double, right: Double, y: Double, down: Double, to band: inout CoverageBand
  ) {
    for (one, next) in zip(points, points.dropFirst()) {
      let (y0, y1) = (y + down * one.y, y + down * next.y)
      add(
        Point(x: left + one.x, y: y0), Point(x: left + next.x, y: y1),
        Point(x: right - one.x, y: y0), Point(x: right - next.x, y: y1), to: &band)
    }
  }

  /// Adds one line of the left side and one of the right, whichever way they are given.
  private func add(
    _ left: Point, _ leftEnd: Point, _ right: Point, _ rightEnd: Point, to band: inout CoverageBand
  ) {
    let goesDown = left.y < leftEnd.y
    if let edge = Edge(
      from: goesDown ? leftEnd : left, to: goesDown ? left : leftEnd, unit: 1)
    {
      band.add(edge)
    }
    if let edge = Edge(
      from: goesDown ? right : rightEnd, to: goesDown ? rightEnd : right, unit: 1)
    {
      band.add(edge)
    }
  }
}
