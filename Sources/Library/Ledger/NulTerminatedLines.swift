package import WavethumbSystem

/// Reads the lines of a ledger or run file one after the other, each without the zero byte at its end.
package struct ZeroEndedLines {
  // Twice the longest owned line. What is longer is no line of ours, and not held.
  private static let maximumLength = 8 << 10

  private var window: ByteWindow

  package init(of range: Range<Int>, _ source: @escaping ByteWindow.Source) {
    window = ByteWindow(of: range, source)
  }

  /// Returns the next line; nil at the end. Longer ones than we write and an incomplete last one are
  /// left out.
  package mutating func next() throws(SystemFailure) -> ArraySlice<UInt8>? {
    var isTooLong = false
    while true {
      let isFull = try window.fill(Self.maximumLength)
      let waiting = window.buffer[window.position...]
      if let end = waiting.firstIndex(of: 0) {
        window.pass(end + 1 - waiting.startIndex)
        if !isTooLong { return waiting[..<end] }
        isTooLong = false
      } else {
        guard isFull else { return nil }
        // Passed over piece by piece, up to the zero byte that ends it.
        window.pass(waiting.count)
        isTooLong = true
      }
    }
  }
}
