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

  private var row: [UInt8]

  init(width: Int) { row = [UInt8](repeating: 0, count: width) }

  mutating func lay(_ stripes: [Stripe], rows count: Int, into mask: inout [UInt8]) {
    let stripes = stripes.sorted { $0.rows.lowerBound < $1.rows.lowerBound }
    var hasEnd = [Bool](repeating: false, count: count + 1)
    for stripe in stripes { hasEnd[stripe.rows.upperBound] = true }
    var begun = 0
    for index in 0..<count {
      let first = index == 0 || hasEnd[index] ? 0 : begun
      if first == 0 { RowKernels.clear(&row, from: 0, count: row.count) }
      while begun < stripes.count, stripes[begun].rows.lowerBound <= index { begun += 1 }
      for stripe in stripes[first..<begun] where stripe.rows.contains(index) {
        RowKernels.add(first: stripe.first, last: stripe.last, columns: stripe.columns, to: &row)
      }
      RowKernels.copy(row, to: &mask, at: index * row.count, count: row.count)
    }
  }
}
