/// The part of an edge within one row or a part of it, in columns from the left of a band.
// Its functions run once for each edge and row of a picture: they are inlined, and the ceiling is not
// the one of the C library, because a call would cost more than the sums.
struct AreaPiece {
  /// The covered height of the row, negative if ink ends at the edge.
  let height: Double
  let low: Double
  let high: Double

  /// Returns the columns that the edge crosses; empty if it runs along their border.
  @inline(__always)
  func columns(within sides: ClosedRange<Double>) -> Range<Int> {
    let low = self.low.clamped(to: sides)
    let high = self.high.clamped(to: sides)
    let first = Int(low)
    return first..<max(first, high.ceiling)
  }

  /// Adds the edge's area to a row, clipped at two sides: beyond a side, the side bounds the ink.
  @inline(__always)
  func add(
    within sides: ClosedRange<Double>,
    to area: inout MutableSpan<Float>,
    from start: Int,
    touching reach: inout ColumnRange
  ) {
    let left = sides.lowerBound
    let right = sides.upperBound
    // Most pieces lie between the sides.
    if low >= left && high <= right {
      return deposit(to: &area, from: start, touching: &reach)
    }

    // What lies beyond a side counts along that side, by its share of the height.
    var inside = height
    if high > right {
      let outside =
        if low >= right {
          height
        } else {
          height * (high - right) / (high - low)
        }
      let beyond = AreaPiece(height: outside, low: right, high: right)
      beyond.deposit(to: &area, from: start, touching: &reach)
      inside -= outside
    }

    if low < left {
      let outside =
        if high <= left {
          height
        } else {
          height * (left - low) / (high - low)
        }
      let before = AreaPiece(height: outside, low: left, high: left)
      before.deposit(to: &area, from: start, touching: &reach)
      inside -= outside
    }

    guard high > left, low < right else { return }
    let between = AreaPiece(height: inside, low: max(low, left), high: min(high, right))
    between.deposit(to: &area, from: start, touching: &reach)
  }

  /// Adds the area of a piece that lies between the sides.
  @inline(__always)
  private func deposit(
    to area: inout MutableSpan<Float>,
    from start: Int,
    touching reach: inout ColumnRange
  ) {
    let first = Int(low)
    let end = high.ceiling
    // One column more than the edge crosses: what lies right of it is stored there.
    reach.extend(from: first, to: max(end, first + 1) + 1)
    if end <= first + 1 {
      // Within one column, the area right of the edge is that of a trapezoid.
      let right = height * (0.5 * (low + high) - Double(first))
      area[start + first] += Float(height - right)
      area[start + first + 1] += Float(right)
    } else {
      spread(to: &area, from: start + first, columns: end - first)
    }
  }

  /// Distributes the area over several columns: each gets the difference from the previous one.
  private func spread(
    to area: inout MutableSpan<Float>,
    from start: Int,
    columns: Int
  ) {
    // The area to the right of the edge grows by a parabola in the first and the last column, and
    // by a straight line between.
    let share = height / (high - low)
    let before = low - Double(Int(low))
    let beyond = high - Double(high.ceiling - 1)
    var covered = 0.5 * share * (1 - before) * (1 - before)
    area[start] += Float(covered)
    for column in 1..<columns - 1 {
      let next = share * (Double(column) + 0.5 - before)
      area[start + column] += Float(next - covered)
      covered = next
    }
    let next = share * (Double(columns - 1) - before + beyond - 0.5 * beyond * beyond)
    area[start + columns - 1] += Float(next - covered)
    area[start + columns] += Float(height - next)
  }
}

extension Double {
  /// Returns the ceiling of a non-negative number; unlike `rounded(.up)`, it never calls the C
  /// library.
  @inline(__always)
  fileprivate var ceiling: Int {
    let whole = Int(self)
    return Double(whole) < self ? whole + 1 : whole
  }
}
