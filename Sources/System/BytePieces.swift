package import WavethumbBytes

/// The bytes of a file that is about to be written, in the order of the file: in memory, in spools or
/// in other files.
// A manifest may be larger than memory: most of it is in a spool, or is copied from the manifest of the
// last run, and is only ever here a piece at a time.
package struct BytePieces {
  private enum Piece {
    case bytes([UInt8])
    case range(Range<Int>, ByteWindow.Source)
  }

  // A guess between many calls of the kernel and memory: half and twice of it were not tried.
  private static let maximumLength = 256 << 10

  private var pieces: [Piece] = []
  package private(set) var count = 0

  package init() {}

  package init(_ bytes: [UInt8]) { append(bytes) }

  /// Creates the bytes of a range that `source` reads.
  package init(_ range: Range<Int>, of source: @escaping ByteWindow.Source) {
    pieces = [.range(range, source)]
    count = range.count
  }

  package mutating func append(_ bytes: [UInt8]) {
    pieces.append(.bytes(bytes))
    count += bytes.count
  }

  package mutating func append(_ others: BytePieces) {
    pieces += others.pieces
    count += others.count
  }

  /// Adds all bytes of a spool, to which nothing is added from now on.
  package mutating func append(_ spool: Spool) {
    pieces.append(.range(0..<spool.count, spool.bytes))
    count += spool.count
  }

  /// Calls `body` with all bytes in order, a piece at a time.
  package func forEach(
    _ body: (_ piece: [UInt8]) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): try body(bytes)
      case .range(let range, let source):
        // A few hundred kilobytes of it are in memory at a time.
        var start = range.lowerBound
        while start < range.upperBound {
          let end = min(range.upperBound, start + Self.maximumLength)
          try body(try source(start..<end))
          start = end
        }
      }
    }
  }

  /// Returns the digest of all bytes together.
  package func digest() throws(SystemFailure) -> ContentDigest {
    var digester = PieceDigester()
    try forEach { piece throws(SystemFailure) in digester.add(piece) }
    return digester.digest()
  }

  /// Returns all bytes in one array.
  package func bytes() throws(SystemFailure) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(count)
    try forEach { piece throws(SystemFailure) in all += piece }
    return all
  }

  /// Returns whether these are the bytes of an array.
  package func isEqual(to bytes: [UInt8]) throws(SystemFailure) -> Bool {
    guard count == bytes.count else { return false }
    var start = 0
    var isEqual = true
    try forEach { piece throws(SystemFailure) in
      isEqual = isEqual && bytes[start..<start + piece.count].elementsEqual(piece)
      start += piece.count
    }
    return isEqual
  }
}
