/// Reads the bits of a deflate stream, the lowest of a byte first.
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var next: Int
  private var word: UInt64 = 0
  /// How many bits the word holds, and how many of them lie behind the end.
  private var held = 0
  private var missing = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    next = bytes.startIndex
  }

  /// Whether more bits were taken than there are.
  var isBeyondEnd: Bool { missing > held }

  /// At most 16 bits, which stay; zeros stand for those behind the end.
  @inline(__always)
  mutating func peek(_ count: Int) -> Int {
    while held < count {
      if next < bytes.endIndex {
        word |= UInt64(bytes[next]) &<< UInt64(truncatingIfNeeded: held)
        next += 1
      } else {
        missing += 8
      }
      held += 8
    }
    return Int(truncatingIfNeeded: word) & (1 &<< count &- 1)
  }

  /// Leaves out bits that were looked at.
  @inline(__always)
  mutating func drop(_ count: Int) {
    word &>>= UInt64(truncatingIfNeeded: count)
    held -= count
  }

  /// The next bits, at most 16.
  @inline(__always)
  mutating func take(_ count: Int) -> Int {
    defer { drop(count) }
    return peek(count)
  }

  /// Leaves out what is left of a byte.
  mutating func endByte() { drop(held & 7) }
}
