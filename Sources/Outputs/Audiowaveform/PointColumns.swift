import Waveform

/// The points of a recording joined into the columns of a picture.
struct PointColumns {
  struct Extremes: Equatable {
    var lowest = Int16.max
    var highest = Int16.min

    mutating func add(low: Int16, high: Int16) {
      lowest = min(lowest, low)
      highest = max(highest, high)
    }
  }

  /// How points are divided among columns.
  private struct Division {
    let columns: Int
    let points: Int
    let pointsPerColumn: Int?

    func points(of column: Int) -> Range<Int> {
      if let pointsPerColumn {
        let first = column * pointsPerColumn
        return first..<first + pointsPerColumn
      }
      let start = column * points / columns
      return start..<max(start + 1, (column + 1) * points / columns)
    }
  }

  /// The extremes of each lane of each column; empty after the end.
  // Each column holds all lanes, as a point does: points come once, from the first to the last.
  private(set) var extremes: [[Extremes]]
  /// The largest magnitude of all points that are in a column.
  private(set) var largest = 0

  /// Creates columns with a fixed number of points, or divides p points evenly: column i of n
  /// contains points i·p/n to (i+1)·p/n, rounded down, at least one.
  init(
    _ points: MeasuredPoints,
    count: Int,
    pointsPerColumn: Int?,
    isStopped: () -> Bool
  ) throws(OutputFailure) {
    let division = Division(
      columns: count,
      points: points.count,
      pointsPerColumn: pointsPerColumn
    )
    let none = Array(repeating: Extremes(), count: points.lanes)
    var columns: [[Extremes]] = Array(repeating: [], count: count)
    var point = 0
    var column = 0
    var largest = 0

    // Block by block: points of ten hours are more than a picture is worth in memory.
    try points.forEachBlock { (values) throws(OutputFailure) in
      if isStopped() { throw .stopped }
      for start in stride(from: 0, to: values.count, by: 2 * points.lanes) {
        while column < count, division.points(of: column).upperBound <= point {
          column += 1
        }
        // With more columns than points, a point belongs to several columns.
        var holder = column
        while holder < count, division.points(of: holder).contains(point) {
          if columns[holder].isEmpty {
            columns[holder] = none
          }
          for lane in 0..<points.lanes {
            let low = values[start + 2 * lane]
            let high = values[start + 2 * lane + 1]
            columns[holder][lane].add(low: low, high: high)
            largest = max(largest, Int(low.magnitude), Int(high.magnitude))
          }
          holder += 1
        }
        point += 1
      }
    }

    extremes = columns
    self.largest = largest
  }
}
