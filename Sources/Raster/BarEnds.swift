/// The coverage of the rows at the upper and lower end of a bar, which contain its corners.
struct BarEnds {
  private(set) var columns = 0..<0
  /// The coverage of each column in the current row.
  private(set) var coverage: [UInt8] = []

  private var top = 0.0
  private var bottom = 0.0
  private var radius = 0.0
  private var left = CornerGap()
  private var right = CornerGap()
  /// The covered width of each column.
  private var shares: [Double] = []
  /// The area of the bar in each column of the current row.
  private var areas: [Double] = []

  /// Slightly more than a half, for sides in the middle of a pixel up to rounding errors.
  private static let half = 0.500_01

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

  /// Computes the coverage of a row between an upper and a lower border.
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

  /// Subtracts the area outside two corners between two distances from their end of the bar.
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

/// The area outside a round corner in the columns of pixels that it crosses, from the top of a bar
/// to any depth: computed once for all bars with the same corner at the same position in a pixel.
struct CornerGap {
  /// Larger corners are rare, and their tables would be long.
  static let largestRadius = 32.0

  private(set) var radius = 0.0
  /// The distance of the bar's side from the outer border of its outermost pixel.
  private(set) var offset = 0.0
  /// The number of columns that the corner crosses, outermost first.
  private(set) var columnCount = 0
  /// The depths at which the outline bends or enters another column, from the top down.
  private var depths: [Double] = []
  /// For each of those depths, the gap in each column from there on.
  private var pieces: [Piece] = []

  private struct Piece {
    /// The area above.
    var area: Double
    /// The width of the gap at the upper end of the piece, and its increase per row.
    var width, slope: Double
  }

  /// Returns whether the table was computed for this corner.
  func isCorner(_ radius: Double, _ offset: Double) -> Bool {
    radius == self.radius && offset == self.offset
  }

  /// Computes the table for another corner, unless it is the same.
  mutating func set(radius: Double, offset: Double) {
    guard !isCorner(radius, offset) else { return }
    self.radius = radius
    self.offset = offset
    columnCount = radius > 0 ? Int((offset + radius).rounded(.up)) : 0
    depths.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    guard columnCount > 0 else { return }
    layPieces(between: Self.bends(radius: radius, offset: offset))
  }

  /// Calls `body` with each column, outermost first, and the area of its gap between two depths.
  @inline(__always)
  func forEach(
    between upper: Double, _ lower: Double, _ body: (_ column: Int, _ gap: Double) -> Void
  ) {
    guard columnCount > 0 else { return }
    let (first, last) = (piece(at: upper), piece(at: lower))
    for column in 0..<columnCount { body(column, area(last, in: column) - area(first, in: column)) }
  }

  /// Returns the piece that contains a depth, and the distance below its upper end.
  @inline(__always)
  private func piece(at depth: Double) -> (index: Int, below: Double) {
    let depth = depth.clamped(to: 0...radius)
    var index = 0
    while index + 1 < depths.count, depths[index + 1] <= depth { index += 1 }
    return (index, depth - depths[index])
  }

  /// Returns the area of the gap in a column, from the top of the bar to a position.
  @inline(__always)
  private func area(_ place: (index: Int, below: Double), in column: Int) -> Double {
    let piece = pieces[place.index * columnCount + column]
    return piece.area + place.below * (piece.width + 0.5 * place.below * piece.slope)
  }

  /// Returns the points of a corner from the top of the bar to its side, and the points at which it
  /// enters the next column, measured from the outer border of the outermost pixel.
  private static func bends(radius: Double, offset: Double) -> [Point] {
    let arc = Flatness.arc(
      center: Point(x: offset + radius, y: radius), radius: radius, from: .pi, turn: .pi / 2)
    var bends: [Point] = []
    bends.reserveCapacity(2 * arc.count + 2)
    for point in arc.reversed() {
      if let last = bends.last, point.x < last.x {
        for border in stride(from: last.x.rounded(.up) - 1, to: point.x, by: -1) {
          let share = (last.x - border) / (last.x - point.x)
          bends.append(Point(x: border, y: last.y + share * (point.y - last.y)))
        }
      }
      bends.append(point)
    }
    return bends
  }

  private mutating func layPieces(between bends: [Point]) {
    var areas = [Double](repeating: 0, count: columnCount)
    depths.reserveCapacity(bends.count)
    pieces.reserveCapacity(bends.count * columnCount)
    for (index, bend) in bends.enumerated() {
      let next = index + 1 < bends.count ? bends[index + 1] : bend
      depths.append(bend.y)
      let height = next.y - bend.y
      for column in 0..<columnCount {
        let (width, end) = (gap(bend.x, in: column), gap(next.x, in: column))
        let slope = height > 0 ? (end - width) / height : 0
        pieces.append(Piece(area: areas[column], width: width, slope: slope))
        areas[column] += 0.5 * height * (width + end)
      }
    }
  }

  /// Returns the share of a column outside the outline of the corner.
  private func gap(_ outline: Double, in column: Int) -> Double {
    let start = max(offset, Double(column))
    return (outline - start).clamped(to: 0...max(0, Double(column + 1) - start))
  }
}
