/// The coverage of the rows at the upper and the lower end of a bar, where its corners are.
struct BarEnds {
  /// The columns of the bar.
  private(set) var columns = 0..<0
  /// The coverage of each column in the present row.
  private(set) var coverage: [UInt8] = []

  private var top = 0.0
  private var bottom = 0.0
  private var radius = 0.0
  private var left = CornerGap()
  private var right = CornerGap()
  /// How much of each column the bar is wide.
  private var shares: [Double] = []
  /// The area of the bar in each column of the present row.
  private var areas: [Double] = []

  /// A hair more than a half, for sides in the middle of a pixel but for their last digits.
  private static let half = 0.500_01

  /// Goes on to another bar.
  mutating func move(to bar: RoundedRectangle) {
    let (left, top, right, bottom) = bar.edges
    (self.top, self.bottom, radius) = (top, bottom, bar.cornerRadius)
    let start = left.rounded(.down)
    let end = right.rounded(.up)
    let isAsWide = columns.count == Int(end) - Int(start)
    columns = Int(start)..<Int(end)
    if isAsWide, self.left.isCorner(radius, left - start), self.right.isCorner(radius, end - right)
    {
      return
    }
    self.left.set(radius: radius, offset: left - start)
    self.right.set(radius: radius, offset: end - right)
    shares.removeAll(keepingCapacity: true)
    for column in columns {
      shares.append(min(right, Double(column + 1)) - max(left, Double(column)))
    }
    if areas.count < columns.count {
      areas = Array(repeating: 0, count: columns.count)
      coverage = Array(repeating: 0, count: columns.count)
    }
  }

  /// Works out the coverage of a row between an upper and a lower border.
  mutating func cover(row: Int, from upper: Double, to lower: Double) {
    let start = max(Double(row), top, upper)
    let end = max(start, min(Double(row + 1), bottom, lower))
    for column in shares.indices { areas[column] = shares[column] * (end - start) }
    if start - top < radius { leaveOut(from: start - top, to: end - top) }
    if bottom - end < radius { leaveOut(from: bottom - end, to: bottom - start) }
    for column in shares.indices {
      coverage[column] = UInt8(truncatingIfNeeded: Int(max(0, areas[column]) * 255 + Self.half))
    }
  }

  /// Takes away what two corners leave free between two distances from their end of the bar.
  private mutating func leaveOut(from nearer: Double, to farther: Double) {
    let last = columns.count - 1
    if left.offset == right.offset {
      left.forEach(between: nearer, farther) { column, gap in
        areas[column] -= gap
        areas[last - column] -= gap
      }
      return
    }
    left.forEach(between: nearer, farther) { column, gap in areas[column] -= gap }
    right.forEach(between: nearer, farther) { column, gap in areas[last - column] -= gap }
  }
}
