/// The words of a prefix code that its lengths alone determine, as deflate orders them.
struct PrefixCode {
  /// A word as it is written, the first bit lowest.
  struct Word {
    var bits: UInt16
    var count: UInt8
  }

  let words: [Word]

  init(lengths: [UInt8]) {
    var next = [Int](repeating: 0, count: 17)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 1..<17 { next[length] = (next[length - 1] + next[length]) << 1 }
    words = lengths.map { length in
      guard length > 0 else { return Word(bits: 0, count: 0) }
      defer { next[Int(length)] += 1 }
      return Word(bits: Self.reversed(next[Int(length)], count: Int(length)), count: length)
    }
  }

  private static func reversed(_ bits: Int, count: Int) -> UInt16 {
    var word = UInt16(truncatingIfNeeded: bits)
    word = word >> 1 & 0x5555 | (word & 0x5555) << 1
    word = word >> 2 & 0x3333 | (word & 0x3333) << 2
    word = word >> 4 & 0x0F0F | (word & 0x0F0F) << 4
    return (word >> 8 | word << 8) >> UInt16(16 - count)
  }
}

extension BitWriter {
  @inline(__always)
  mutating func append(_ word: PrefixCode.Word) {
    append(UInt32(word.bits), count: Int(word.count))
  }

  /// Appends a word and the lowest bits of a number: 28 bits at most, as a distance has.
  @inline(__always)
  mutating func append(_ word: PrefixCode.Word, extra number: Int, count: Int) {
    let mask: UInt32 = 1 &<< UInt32(truncatingIfNeeded: count) &- 1
    let extra = UInt32(truncatingIfNeeded: number) & mask
    append(
      UInt32(word.bits) | extra &<< UInt32(word.count), count: Int(word.count) &+ count)
  }

  /// Appends the lowest bits of a number.
  @inline(__always)
  mutating func append(extra number: Int, count: Int) {
    let mask: UInt32 = 1 &<< UInt32(truncatingIfNeeded: count) &- 1
    append(UInt32(truncatingIfNeeded: number) & mask, count: count)
  }
}
