/// The vertical sides of bars, written row by row: each row equals the previous one, except at bars
/// that begin or end there.
struct BarSides {
  /// The part of a bar between its ends: the same columns in a range of rows.
  struct Stripe {
    let rows, columns: Range<Int>
    /// The coverage of the outermost columns; those between are fully covered.
    let first, last: UInt8

    init(left: Double, right: Double, rows: Range<Int>) {
      func share(_ column: Int) -> UInt8 {
        let width = min(right, Double(column + 1)) - max(left, Double(column))
        return UInt8((width.clamped(to: 0...1) * 255).rounded())
      }
      self.rows = rows
      columns = Int(left)..<Int(right.rounded(.up))
      first = share(columns.lowerBound)
      last = share(columns.upperBound - 1)
    }
  }

  private var stripes: [Stripe] = []
  /// For each row the last stripe that begins there, and for each stripe the previous one in its
  /// row.
  private var latest: [Int?] = []
  private var earlier: [Int?] = []
  private var hasEnd: [Bool] = []
  private var row: [UInt8]

  init(width: Int) { row = [UInt8](repeating: 0, count: width) }

  /// Moves on to other rows.
  mutating func move(toRows count: Int) {
    stripes.removeAll(keepingCapacity: true)
    earlier.removeAll(keepingCapacity: true)
    latest.removeAll(keepingCapacity: true)
    hasEnd.removeAll(keepingCapacity: true)
    latest.append(contentsOf: repeatElement(nil, count: count))
    hasEnd.append(contentsOf: repeatElement(false, count: count + 1))
  }

  mutating func add(_ stripe: Stripe) {
    earlier.append(latest[stripe.rows.lowerBound])
    latest[stripe.rows.lowerBound] = stripes.count
    hasEnd[stripe.rows.upperBound] = true
    stripes.append(stripe)
  }

  /// Writes the coverage of all rows.
  mutating func lay(into mask: inout [UInt8]) {
    RowKernels.clear(&row, from: 0, count: row.count)
    for index in latest.indices {
      if hasEnd[index] {
        RowKernels.clear(&row, from: 0, count: row.count)
        for stripe in stripes where stripe.rows.contains(index) { lay(stripe) }
      } else {
        var place = latest[index]
        while let begun = place {
          lay(stripes[begun])
          place = earlier[begun]
        }
      }
      RowKernels.lay(row, into: &mask, at: index * row.count)
    }
  }

  private mutating func lay(_ stripe: Stripe) {
    RowKernels.add(first: stripe.first, last: stripe.last, columns: stripe.columns, to: &row)
  }
}
