/// The exact sum of squares and the extremes of any number of 16-bit samples.
struct IntegerTally: Sendable {
  private var lowest = Int32.max
  /// The low part of the sum of squares, modulo 2^62.
  private var energy: UInt64 = 0
  private var overflows = 0
  // Not next to the lowest: loading both at once would wait for both stores.
  private var highest = Int32.min

  var isEmpty: Bool { lowest > highest }

  var bucket: Bucket {
    // 2^-30 is the square of the scale of 16 bits.
    Bucket(
      energy: Double(Int64(energy)) * 0x1p-30 + Double(overflows) * 0x1p32,
      lowest: Float(lowest) * 0x1p-15, highest: Float(highest) * 0x1p-15)
  }

  mutating func add(_ bytes: borrowing RawSpan, at offset: Int, samples: Int, bigEndian: Bool) {
    let end = offset + 2 * samples
    let vectors = offset + 2 * (samples & ~15)
    if samples >= 16 { addVectors(bytes, from: offset, to: vectors, bigEndian: bigEndian) }
    var (sum, low, high): (UInt64, Int32, Int32) = (0, lowest, highest)
    for cursor in stride(from: vectors, to: end, by: 2) {
      let word = bytes.load(Int16.self, at: cursor)
      let value = Int32(bigEndian ? word.byteSwapped : word)
      sum &+= UInt64(truncatingIfNeeded: value &* value)
      low = min(low, value)
      high = max(high, value)
    }
    (lowest, highest) = (low, high)
    add(energy: sum)
  }

  private mutating func addVectors(
    _ bytes: borrowing RawSpan, from start: Int, to end: Int, bigEndian: Bool
  ) {
    var squares = SIMD4<UInt64>.zero
    var low = SIMD16<Int16>(repeating: .max)
    var high = SIMD16<Int16>(repeating: .min)
    var cursor = start
    while cursor < end {
      var words = bytes.load(SIMD16<Int16>.self, at: cursor)
      if bigEndian { words = words.byteSwapped }
      low.replace(with: words, where: words .< low)
      high.replace(with: words, where: words .> high)
      // A pair of squares fits 32 unsigned bits; this form compiles to pmaddwd.
      let wide = SIMD16<Int32>(words)
      let each = wide &* wide
      let pairs = (each.evenHalf &+ each.oddHalf).asPairs
      squares &+= pairs & 0xFFFF_FFFF
      squares &+= pairs &>> 32
      cursor += 32
    }
    lowest = min(lowest, Int32(low.least))
    highest = max(highest, Int32(high.greatest))
    add(energy: squares.wrappedSum())
  }

  private mutating func add(energy more: UInt64) {
    energy &+= more
    while energy >= 1 << 62 {
      energy -= 1 << 62
      overflows += 1
    }
  }
}

extension SIMD16<Int16> {
  @inline(__always)
  var least: Int16 {
    let eight = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .< eight.lowHalf)
    return Swift.min(Swift.min(four.x, four.y), Swift.min(four.z, four.w))
  }

  @inline(__always)
  var greatest: Int16 {
    let eight = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .> eight.lowHalf)
    return Swift.max(Swift.max(four.x, four.y), Swift.max(four.z, four.w))
  }
}
