/// Sums and extremes of every 10 ms of a unit, by channel.
struct TickTable: Sendable {
  /// The sums and extremes of one channel in one tick.
  struct Entry: Sendable {
    var sum = Float(0)
    var energy = Float(0)
    var lowest = Float.infinity
    var highest = -Float.infinity

    var magnitude: Float { max(highest, -lowest) }
  }

  private(set) var count = 0
  private var entries: [Entry] = []
  /// The sum of products of a stereo pair, by tick.
  private(set) var products: [Float] = []
  private var stride = 0

  subscript(channel: Int, tick: Int) -> Entry { entries[channel * stride + tick] }

  /// Returns the energy of one channel in a range of ticks.
  func energy(_ channel: Int, _ ticks: Range<Int>) -> Double {
    var sum = 0.0
    for tick in ticks { sum += Double(entries[channel * stride + tick].energy) }
    return sum
  }

  mutating func measure(_ unit: SoundUnit) {
    count = unit.ticks
    stride = unit.grid.ticks
    let channels = unit.grid.channels
    if entries.isEmpty {
      entries = Array(repeating: Entry(), count: channels * stride)
      products = Array(repeating: 0, count: channels == 2 ? stride : 0)
    }
    unit.withBytes { bytes in
      for tick in 0..<count {
        let range = unit.frames(ofTick: tick)
        for channel in 0..<channels {
          entries[channel * stride + tick] = Self.entry(
            bytes, at: unit.offset(channel, range.lowerBound), count: range.count)
        }
        if channels == 2 {
          products[tick] = Self.product(
            bytes, unit.offset(0, range.lowerBound), unit.offset(1, range.lowerBound), range.count)
        }
      }
    }
  }

  private static func entry(_ bytes: borrowing RawSpan, at offset: Int, count: Int) -> Entry {
    precondition(offset >= 0 && count >= 0 && offset + 4 * count <= bytes.byteCount)
    var entry = Entry()
    var (sum, energy) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
    var low = SIMD8<Float>(repeating: .infinity)
    var high = SIMD8<Float>(repeating: -.infinity)
    for index in Swift.stride(from: 0, to: count - 7, by: 8) {
      let values = bytes.loadEightUnchecked(at: offset &+ 4 &* index)
      sum += values
      energy += values * values
      low.replace(with: values, where: values .< low)
      high.replace(with: values, where: values .> high)
    }
    for index in count & ~7..<count {
      let value = bytes.sample(at: offset + 4 * index)
      entry.sum += value
      entry.energy += value * value
      entry.lowest = min(entry.lowest, value)
      entry.highest = max(entry.highest, value)
    }
    entry.sum += (sum.lowHalf + sum.highHalf).total
    entry.energy += (energy.lowHalf + energy.highHalf).total
    entry.lowest = min(entry.lowest, low.lowHalf.lowest, low.highHalf.lowest)
    entry.highest = max(entry.highest, high.lowHalf.highest, high.highHalf.highest)
    return entry
  }

  private static func product(
    _ bytes: borrowing RawSpan, _ left: Int, _ right: Int, _ count: Int
  ) -> Float {
    precondition(max(left, right) + 4 * count <= bytes.byteCount && min(left, right) >= 0)
    var (products, rest) = (SIMD8<Float>.zero, Float(0))
    for index in Swift.stride(from: 0, to: count - 7, by: 8) {
      products +=
        bytes.loadEightUnchecked(at: left &+ 4 &* index)
        * bytes.loadEightUnchecked(at: right &+ 4 &* index)
    }
    for index in count & ~7..<count {
      rest += bytes.sample(at: left + 4 * index) * bytes.sample(at: right + 4 * index)
    }
    return (products.lowHalf + products.highHalf).total + rest
  }
}

extension SIMD4<Float> {
  fileprivate var total: Float { (x + y) + (z + w) }
}
