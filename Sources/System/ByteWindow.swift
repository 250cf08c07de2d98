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
      if left == 0 {
        buffer = piece
      } else {
        var joined: [UInt8] = []
        joined.reserveCapacity(left + more)
        joined.append(contentsOf: buffer[position...])
        joined.append(contentsOf: piece)
        buffer = joined
      }
      position = 0
    }
    return buffer.count >= position + count
  }

  /// Passes bytes that are in the buffer.
  package mutating func pass(_ count: Int) {
    precondition(count >= 0 && count <= buffer.count - position)
    position += count
  }

  /// Moves on to a place in the file; returns false if it is behind, or after the end.
  package mutating func skip(to place: Int) -> Bool {
    let offset = next - (buffer.count - position)
    guard place >= offset, place <= end else { return false }
    if place <= next {
      position += place - offset
    } else {
      digester = nil
      buffer = []
      position = 0
      next = place
    }
    return true
  }

  /// The digest of the whole range once all of it was passed, and nothing skipped; nil before.
  package var digest: ContentDigest? {
    guard next == end, position == buffer.count else { return nil }
    return digester?.digest()
  }
}
