/// The chunks of each row that differ from the row above, one bit for sixteen pixels, and the rows
/// that mirror one of the upper half.
struct RowChanges {
  private var words: [UInt64]
  private let wordsPerRow: Int
  /// Whether each row mirrors one of the upper half; its chunks need no marks.
  var mirrors: [Bool]

  /// Creates changes in which only the first row differs.
  init(width: Int, height: Int) {
    wordsPerRow = (width + 64 * pixelChunk - 1) / (64 * pixelChunk)
    words = Array(repeating: 0, count: wordsPerRow * height)
    mirrors = Array(repeating: false, count: height)
    for word in 0..<wordsPerRow { words[word] = ~0 }
  }

  @inline(__always)
  mutating func mark(x: Int, y: Int) {
    let chunk = x / pixelChunk
    words[y &* wordsPerRow &+ chunk / 64] |= 1 &<< UInt64(chunk % 64)
  }

  /// Returns an earlier row that equals a row, if known.
  func rowEqual(to y: Int) -> Int? {
    if mirrors[y] { return mirrors.count - 1 - y }
    let first = y * wordsPerRow
    return words[first..<first + wordsPerRow].allSatisfy { $0 == 0 } ? y - 1 : nil
  }

  /// Calls `body` with the first pixel of each chunk that differs, and returns whether any does.
  @inline(__always)
  func forEach(inRow y: Int, _ body: (_ x: Int) -> Void) -> Bool {
    var any = false
    for word in 0..<wordsPerRow {
      var bits = words[y &* wordsPerRow &+ word]
      while bits != 0 {
        body((word &* 64 &+ bits.trailingZeroBitCount) &* pixelChunk)
        bits &= bits &- 1
        any = true
      }
    }
    return any
  }
}
