/// The words of a canonical prefix code, determined by its lengths.
struct PrefixCode {
  /// A word with its first bit lowest, optionally followed by extra bits.
  struct Word {
    var bits: UInt32
    var count: UInt8

    /// Returns the word followed by the lowest bits of a number, 32 bits at most.
    @inline(__always)
    func followed(by number: Int, bitCount: Int) -> Word {
      let further = UInt32(truncatingIfNeeded: number) & (1 &<< UInt32(bitCount) &- 1)
      return Word(
        bits: bits | further &<< UInt32(count), count: count &+ UInt8(truncatingIfNeeded: bitCount))
    }

    /// Returns the bits of this and another word, and their number.
    @inline(__always)
    func followed(by word: Word) -> (bits: UInt64, count: Int) {
      (wide.bits | UInt64(word.bits) &<< UInt64(count), wide.count &+ Int(word.count))
    }

    /// The word as `BitWriter` takes it.
    @inline(__always)
    var wide: (bits: UInt64, count: Int) { (UInt64(bits), Int(count)) }
  }

  let words: [Word]

  init(lengths: [UInt8]) {
    var next = InlineArray<17, Int>(repeating: 0)
    for length in lengths where length > 0 { next[Int(length) + 1] += 1 }
    for length in 1..<17 { next[length] = (next[length - 1] + next[length]) << 1 }
    words = lengths.map { length in
      guard length > 0 else { return Word(bits: 0, count: 0) }
      defer { next[Int(length)] += 1 }
      return Word(bits: Self.reversed(next[Int(length)], count: Int(length)), count: length)
    }
  }

  private static func reversed(_ bits: Int, count: Int) -> UInt32 {
    var word = UInt16(truncatingIfNeeded: bits)
    word = word >> 1 & 0x5555 | (word & 0x5555) << 1
    word = word >> 2 & 0x3333 | (word & 0x3333) << 2
    word = word >> 4 & 0x0F0F | (word & 0x0F0F) << 4
    return UInt32((word >> 8 | word << 8) >> UInt16(16 - count))
  }
}

extension BitWriter {
  @inline(__always)
  mutating func append(_ word: PrefixCode.Word) {
    append(UInt64(word.bits), count: Int(word.count))
  }

  @inline(__always)
  mutating func append(extra number: Int, count: Int) {
    append(UInt64(truncatingIfNeeded: number) & (1 &<< UInt64(count) &- 1), count: count)
  }
}
