/// The covered areas in the rows at the upper and lower end of a bar, which contain its corners.
// All bars of a picture have the same radius, and many the same position in a pixel: what was computed
// for one corner serves for most others.
struct BarEnds {
  private(set) var columns = 0..<0
  /// The area of the bar in each column of the current row.
  private(set) var areas: [Double] = []

  private var top = 0.0
  private var bottom = 0.0
  private var left = CornerGap()
  private var right = CornerGap()
  /// The covered width of each column.
  private var shares: [Double] = []

  mutating func move(to bar: RoundedRectangle) {
    let (left, top, right, bottom) = bar.edges
    self.top = top
    self.bottom = bottom
    let radius = bar.cornerRadius
    let start = left.rounded(.down)
    let end = right.rounded(.up)
    let isAsWide = columns.count == Int(end) - Int(start)
    columns = Int(start)..<Int(end)
    let first = left - start
    let last = end - right

    // Exactly the same corners and width have the same areas, whatever the position of the bar.
    let hasSameCorners =
      self.left.isCorner(radius: radius, offset: first)
      && self.right.isCorner(radius: radius, offset: last)
    if isAsWide, hasSameCorners { return }
    self.left.set(radius: radius, offset: first)

    // Nothing is computed again if both are alike.
    self.right = self.left
    self.right.set(radius: radius, offset: last)
    shares.removeAll(keepingCapacity: true)
    for column in columns {
      let start = max(left, Double(column))
      let end = min(right, Double(column + 1))
      shares.append(end - start)
    }
    if areas.count < columns.count {
      areas = Array(repeating: 0, count: columns.count)
    }
  }

  /// Computes the areas of a row between an upper and a lower border.
  // As a full rectangle first, from which what lies outside of the corners is subtracted.
  mutating func cover(row: Int, from upper: Double, to lower: Double) {
    let start = max(Double(row), top, upper)
    let end = max(start, min(Double(row + 1), bottom, lower))
    // Not the count of `areas`, which keeps the room of a wider bar.
    for column in shares.indices {
      areas[column] = shares[column] * (end - start)
    }
    let last = columns.count - 1
    Self.subtractCorners(
      left: left,
      right: right,
      from: start - top,
      to: end - top,
      of: &areas,
      last: last
    )
    Self.subtractCorners(
      left: left,
      right: right,
      from: bottom - end,
      to: bottom - start,
      of: &areas,
      last: last
    )
  }

  /// Subtracts the area outside two corners between two distances from their end of the bar.
  // Without `self`, and so with its values as parameters: a span of `areas` is checked once, and each
  // write to a property again.
  private static func subtractCorners(
    left: CornerGap,
    right: CornerGap,
    from nearer: Double,
    to farther: Double,
    of areas: inout [Double],
    last: Int
  ) {
    guard nearer < left.radius else { return }
    // If both sides lie alike in their pixels, one look serves both corners.
    let isSymmetric = left.offset == right.offset
    var areas = areas.mutableSpan
    let stretch = left.stretch(between: nearer, farther)
    for column in 0..<left.columnCount {
      let gap = left.gap(stretch, in: column)
      areas[column] -= gap
      if isSymmetric {
        areas[last - column] -= gap
      }
    }

    if isSymmetric { return }
    let other = right.stretch(between: nearer, farther)
    for column in 0..<right.columnCount {
      areas[last - column] -= right.gap(other, in: column)
    }
  }
}

/// The area outside a round corner in the columns of pixels that it crosses, from the top of a bar
/// to any depth: computed once for all bars with the same corner at the same position in a pixel.
struct CornerGap {
  /// Larger corners are rare, and their tables would be long.
  // Bars of usual pictures have corners of 1.5 points, dots of 2.
  static let maximumRadius = 32.0

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
    var width: Double
    var slope: Double
  }

  /// Returns whether the table was computed for this corner.
  func isCorner(radius: Double, offset: Double) -> Bool {
    radius == self.radius && offset == self.offset
  }

  /// Computes the table for another corner, unless it is the same.
  mutating func set(radius: Double, offset: Double) {
    guard !isCorner(radius: radius, offset: offset) else { return }
    self.radius = radius
    self.offset = offset
    columnCount =
      if radius > 0 {
        Int((offset + radius).rounded(.up))
      } else {
        0
      }
    depths.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    guard columnCount > 0 else { return }
    layPieces(between: Self.bends(radius: radius, offset: offset))
  }

  /// A depth: the piece that contains it, and the distance below the piece's upper end.
  struct Depth {
    let index: Int
    let below: Double
  }

  /// Finds the pieces of two depths, which serve for all columns.
  // From the top on, not by halving: a corner of a bar has a few pieces.
  @inline(__always)
  func stretch(between upper: Double, _ lower: Double) -> (from: Depth, to: Depth) {
    let upper = upper.clamped(to: 0...radius)
    let lower = lower.clamped(to: 0...radius)
    var index = 0
    while index + 1 < depths.count, depths[index + 1] <= upper {
      index += 1
    }
    let from = Depth(index: index, below: upper - depths[index])
    while index + 1 < depths.count, depths[index + 1] <= lower {
      index += 1
    }
    return (from, to: Depth(index: index, below: lower - depths[index]))
  }

  /// Returns the area of the gap in a column between two depths.
  @inline(__always)
  func gap(_ stretch: (from: Depth, to: Depth), in column: Int) -> Double {
    area(above: stretch.to, in: column) - area(above: stretch.from, in: column)
  }

  /// Returns the area of the gap in a column, from the top of the bar to a depth.
  @inline(__always)
  private func area(above depth: Depth, in column: Int) -> Double {
    let piece = pieces[depth.index * columnCount + column]
    let below = depth.below
    return piece.area + below * (piece.width + 0.5 * below * piece.slope)
  }

  /// Returns the points of a corner from the top of the bar to its side, and the points at which it
  /// enters the next column, measured from the outer border of the outermost pixel.
  private static func bends(radius: Double, offset: Double) -> [Point] {
    let arc = Flatness.arc(
      center: Point(x: offset + radius, y: radius),
      radius: radius,
      from: .pi,
      turn: .pi / 2
    )

    // The same lines as those of an outline, so that a bar looks the same either way.
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
      let isLast = index + 1 == bends.count
      let next = isLast ? bend : bends[index + 1]
      depths.append(bend.y)
      let height = next.y - bend.y
      for column in 0..<columnCount {
        let width = gap(bend.x, in: column)
        let end = gap(next.x, in: column)
        // Two bends at one height, as where the outline enters a column on its way across.
        let slope =
          if height > 0 {
            (end - width) / height
          } else {
            0.0
          }
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
