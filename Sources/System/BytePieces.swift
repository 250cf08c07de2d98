package import WavethumbBytes

/// The bytes of a file that is about to be written, in the order of the file.
// Pieces and not one array, since the sections of a ledger are long, and joining them would copy them.
package struct BytePieces: Sendable, Equatable {
  private var pieces: [[UInt8]] = []
  package private(set) var count = 0

  package init() {}

  package init(_ bytes: [UInt8]) { append(bytes) }

  package mutating func append(_ bytes: [UInt8]) {
    pieces.append(bytes)
    count += bytes.count
  }

  package mutating func append(_ others: BytePieces) {
    pieces += others.pieces
    count += others.count
  }

  /// Calls `body` with all bytes in order, a piece at a time.
  package func forEach<Failure>(_ body: (_ piece: [UInt8]) throws(Failure) -> Void) throws(Failure)
  {
    for piece in pieces {
      try body(piece)
    }
  }

  /// Returns the digest of all bytes together.
  package func digest() -> ContentDigest {
    var digester = PieceDigester()
    forEach { piece in digester.add(piece) }
    return digester.digest()
  }

  /// Returns all bytes in one array.
  package func bytes() -> [UInt8] { Array(pieces.joined()) }

  /// Returns whether these are the bytes of an array.
  package func isEqual(to bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    var start = 0
    var isEqual = true
    forEach { piece in
      isEqual = isEqual && bytes[start..<start + piece.count].elementsEqual(piece)
      start += piece.count
    }
    return isEqual
  }
}
