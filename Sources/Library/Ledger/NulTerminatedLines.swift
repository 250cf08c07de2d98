/// The lines of a ledger or run file, each without the NUL byte at its end.
///
/// Empty lines and an incomplete last one are left out.
package struct NulTerminatedLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package mutating func next() -> ArraySlice<UInt8>? {
    // A damaged ledger may have any number of zeros.
    while position < bytes.count, bytes[position] == 0 {
      position += 1
    }
    guard let end = bytes[position...].firstIndex(of: 0) else { return nil }
    let line = bytes[position..<end]
    position = end + 1
    return line
  }
}
