/// The chunks of each row that are not what stands above them: one bit for sixteen pixels.
struct RowChanges {
  private var words: [UInt64]
  private let wordsPerRow: Int

  /// Nothing but the first row differs.
  init(width: Int, height: Int) {
    wordsPerRow = (width + 64 * pixelChunk - 1) / (64 * pixelChunk)
    words = Array(repeating: 0, count: wordsPerRow * height)
    for word in 0..<wordsPerRow { words[word] = ~0 }
  }

  @inline(__always)
  mutating func mark(x: Int, y: Int) {
    let chunk = x / pixelChunk
    words[y &* wordsPerRow &+ chunk / 64] |= 1 &<< UInt64(chunk % 64)
  }

  /// Calls back with the first pixel of each chunk that differs, and returns whether any does.
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
