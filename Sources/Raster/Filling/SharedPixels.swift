/// The pixels of a band touched by edges of several units: their sum of signed areas may differ
/// from the area of the union.
struct SharedPixels {
  /// A position relative to the upper left corner of the band.
  // A tuple, which compares by itself: pixels are sorted by row and then by column.
  typealias Pixel = (row: Int, column: Int)

  private(set) var pixels: [Pixel] = []
  private let width: Int
  /// For each pixel the last unit that touched it and, in the lowest byte, the number of units.
  // Edges of one unit come one after the other, so the last unit is all that must be remembered.
  private var visitors: [UInt32]
  private var visitedRows: [ColumnRange]

  /// Creates the table; nothing is recorded if the height is 0.
  init(width: Int, height: Int) {
    self.width = width
    visitors = [UInt32](repeating: 0, count: width * height)
    visitedRows = [ColumnRange](repeating: ColumnRange(), count: height)
  }

  var isEmpty: Bool { visitedRows.isEmpty }

  mutating func clear() {
    pixels.removeAll(keepingCapacity: true)
    for (row, reach) in visitedRows.enumerated() where !reach.isEmpty {
      RowKernels.clear(&visitors, from: row * width + reach.first, count: reach.end - reach.first)
      visitedRows[row] = ColumnRange()
    }
  }

  mutating func visit(row: Int, _ columns: Range<Int>, by unit: UInt32) {
    guard !columns.isEmpty else { return }
    visitedRows[row].extend(from: columns.lowerBound, to: columns.upperBound)
    for column in columns {
      let visitor = visitors[row * width + column]
      guard visitor >> 8 != unit & 0xff_ffff else { continue }
      // The lowest byte holds no larger number.
      let count = min(255, (visitor & 255) + 1)
      visitors[row * width + column] = unit << 8 | count
      if count == 2 {
        pixels.append((row, column))
      }
    }
  }

  /// Returns the number of units that touch a pixel.
  func count(row: Int, column: Int) -> Int {
    Int(visitors[row * width + column] & 255)
  }
}
