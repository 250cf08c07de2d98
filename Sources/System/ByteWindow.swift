package import WavethumbBytes

/// Reads a range of a file from front to back through a small buffer.
// Where a run needs the records of millions of recordings one after the other, from many files at once,
// a buffer a file is all that it holds.
package struct ByteWindow {
  /// Returns the bytes of a range of the file, all of them.
  package typealias Source = (Range<Int>) throws(SystemFailure) -> [UInt8]

  // A guess between many calls of the kernel and memory: a merge of thousands of parts has four windows
  // a part. Half and twice of it were not tried.
  package static let defaultLength = 16 << 10

  /// The bytes that were read, from before `position` on.
  package private(set) var buffer: [UInt8] = []
  /// The index in `buffer` of the first byte that was not passed.
  package private(set) var position = 0

  private let source: Source
  private let length: Int
  /// The first byte that is not in the buffer yet.
  private var next: Int
  private let end: Int
  /// Nil if no digest was asked for, and once bytes were skipped.
  private var digester: PieceDigester?

  package init(
    of range: Range<Int>,
    length: Int = ByteWindow.defaultLength,
    isDigested: Bool = false,
    _ source: @escaping Source
  ) {
    self.source = source
    self.length = length
    next = range.lowerBound
    end = range.upperBound
    digester = isDigested ? PieceDigester() : nil
  }

  /// Reads on until `count` bytes follow `position`; returns whether there are as many.
  package mutating func fill(_ count: Int) throws(SystemFailure) -> Bool {
    let left = buffer.count - position
    if left >= count { return true }
    let more = min(end - next, max(length, count - left))
    if more > 0 {
      let piece = try source(next..<next + more)
      next += more
      digester?.add(piece)
      append(piece)
    }
    return buffer.count >= position + count
  }

  /// Drops the bytes that have been passed, and appends the next ones.
  private mutating func append(_ piece: [UInt8]) {
    if position == buffer.count {
      // Nothing is left, so that nothing is copied.
      buffer = piece
    } else {
      var joined: [UInt8] = []
      joined.reserveCapacity(buffer.count - position + piece.count)
      joined.append(contentsOf: buffer[position...])
      joined.append(contentsOf: piece)
      buffer = joined
    }
    position = 0
  }

  /// Passes bytes that are in the buffer.
  package mutating func pass(_ count: Int) {
    precondition(count >= 0 && count <= buffer.count - position)
    position += count
  }

  /// Moves on to an offset in the file; returns false if it was passed, or is after the end.
  package mutating func skip(to offset: Int) -> Bool {
    let current = next - (buffer.count - position)
    guard offset >= current, offset <= end else { return false }
    if offset <= next {
      position += offset - current
    } else {
      // Bytes that are not read are in no digest.
      digester = nil
      buffer = []
      position = 0
      next = offset
    }
    return true
  }

  /// The digest of the whole range once all of it was passed, and nothing skipped; nil before.
  package var digest: ContentDigest? {
    guard next == end, position == buffer.count else { return nil }
    return digester?.digest()
  }
}
