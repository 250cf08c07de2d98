import CLanes

/// The exact sum of squares and the extremes of any number of 16-bit samples.
// Integers, because sums of integers are the same in any order: a bucket has the same bits however
// its frames were divided into blocks. Squared 16-bit samples cost a quarter of the float path.
struct IntegerTally: Sendable {
  private var lowest = Int32.max
  /// The low part of the sum of squares, modulo 2^62.
  private var energy: UInt64 = 0
  private var overflows = 0
  // Not next to the lowest: loading both at once would wait for both stores.
  private var highest = Int32.min

  var isEmpty: Bool { lowest > highest }

  var bucket: Bucket {
    // 2^-30 is the square of the scale of 16 bits, and 2^62 · 2^-30 that of an overflow.
    Bucket(
      energy: Double(Int64(energy)) * 0x1p-30 + Double(overflows) * 0x1p32,
      lowest: Float(lowest) * 0x1p-15,
      highest: Float(highest) * 0x1p-15
    )
  }

  mutating func add(_ bytes: borrowing RawSpan, at offset: Int, samples: Int, bigEndian: Bool) {
    // Whole vectors of sixteen in C, the rest one by one.
    let end = offset + 2 * samples
    let vectors = offset + 2 * (samples & ~15)
    if samples >= 16 {
      addVectors(bytes, from: offset, to: vectors, bigEndian: bigEndian)
    }
    var sum: UInt64 = 0
    var low: Int32 = lowest
    var high: Int32 = highest
    for cursor in stride(from: vectors, to: end, by: 2) {
      let value = Int32(bytes.load(Int16.self, at: cursor, bigEndian: bigEndian))
      sum &+= UInt64(truncatingIfNeeded: value &* value)
      low = min(low, value)
      high = max(high, value)
    }
    lowest = low
    highest = high
    add(energy: sum)
  }

  private mutating func addVectors(
    _ bytes: borrowing RawSpan,
    from start: Int,
    to end: Int,
    bigEndian: Bool
  ) {
    precondition(start >= 0 && start <= end && end <= bytes.byteCount)
    // C reads 32 bytes a group, which end before `end`.
    let sums = unsafe bytes.withUnsafeBytes { bytes in
      unsafe lanes_squares(bytes.baseAddress, start, (end - start) / 32, bigEndian)
    }
    lowest = min(lowest, Int32(sums.lowest))
    highest = max(highest, Int32(sums.highest))
    add(energy: sums.energy)
  }

  private mutating func add(energy more: UInt64) {
    // 2^33 samples, the most that a call adds, have squares of 2^63 together, so that this sum stays
    // below 2^64.
    energy &+= more
    while energy >= 1 << 62 {
      energy -= 1 << 62
      overflows += 1
    }
  }
}
