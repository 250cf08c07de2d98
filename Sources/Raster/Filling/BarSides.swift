/// The vertical sides of bars, written row by row: each row equals the previous one, except at bars
/// that begin or end there.
// Copying a row is faster than computing it, and most rows of a picture are equal to the one above.
struct BarSides {
  /// The part of a bar between its ends: the same columns in a range of rows.
  struct Stripe {
    let rows: Range<Int>
    let columns: Range<Int>
    /// The coverage of the outermost columns; those between are fully covered.
    let first: UInt8
    let last: UInt8

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

  private var row: [UInt8]

  init(width: Int) { row = [UInt8](repeating: 0, count: width) }

  mutating func write(_ stripes: [Stripe], rows count: Int, into mask: inout [UInt8]) {
    // The rows before which a stripe ends, of which one may be that after the last. The first is
    // written anew too, as there is none to copy.
    var hasEnd = [Bool](repeating: false, count: count + 1)
    hasEnd[0] = true

    // The last stripe that begins in each row, and the one before each stripe in its row, or -1: lists
    // within two arrays, as an array for each row would be an allocation for each.
    var begins = [Int](repeating: -1, count: count)
    var before = [Int](repeating: -1, count: stripes.count)
    for (index, stripe) in stripes.enumerated() {
      hasEnd[stripe.rows.upperBound] = true
      before[index] = begins[stripe.rows.lowerBound]
      begins[stripe.rows.lowerBound] = index
    }
    for index in 0..<count {
      let isNew = hasEnd[index]
      if isNew {
        RowKernels.clear(&row, from: 0, count: row.count)
      }
      // A new row is written anew from all stripes, another one gets those that begin there.
      var next =
        if isNew {
          stripes.count - 1
        } else {
          begins[index]
        }
      while next >= 0 {
        let stripe = stripes[next]
        if stripe.rows.contains(index) {
          RowKernels.add(first: stripe.first, last: stripe.last, columns: stripe.columns, to: &row)
        }
        if isNew {
          next -= 1
        } else {
          next = before[next]
        }
      }
      RowKernels.copy(row, to: &mask, at: index * row.count, count: row.count)
    }
  }
}
