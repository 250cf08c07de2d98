import CLanes

/// Sums and extremes of every 10 ms of a unit, by channel.
struct TickTable: Sendable {
  private(set) var count = 0
  private var entries: [lanes_sums] = []
  /// The sum of products of a stereo pair, by tick.
  private(set) var products: [Float] = []
  private var stride = 0

  /// Returns the sums of a tick of a channel.
  subscript(channel: Int, tick: Int) -> lanes_sums { entries[channel * stride + tick] }

  /// Returns the energy of one channel in a range of ticks.
  func energy(of channel: Int, ticks: Range<Int>) -> Double {
    var sum = 0.0
    for tick in ticks {
      sum += Double(entries[channel * stride + tick].energy)
    }
    return sum
  }

  mutating func measure(_ unit: SoundUnit) {
    count = unit.ticks
    stride = unit.grid.ticks
    let channels = unit.grid.channels

    // All units of a recording have the same size, so that the first one makes the room.
    if entries.isEmpty {
      entries = Array(repeating: lanes_sums(), count: channels * stride)
      let productCount = channels == 2 ? stride : 0
      products = Array(repeating: 0, count: productCount)
    }
    unit.withBytes { bytes in
      for tick in 0..<count {
        let range = unit.frames(ofTick: tick)
        for channel in 0..<channels {
          entries[channel * stride + tick] = bytes.tally(
            from: unit.offset(channel, range.lowerBound) / 4,
            count: range.count
          )
        }
        if channels == 2 {
          products[tick] = bytes.product(
            from: unit.offset(0, range.lowerBound) / 4,
            unit.offset(1, range.lowerBound) / 4,
            count: range.count
          )
        }
      }
    }
  }
}

extension lanes_sums { var magnitude: Float { max(highest, -lowest) } }

extension RawSpan {
  /// Returns the sums and extremes of samples.
  fileprivate func tally(from start: Int, count: Int) -> lanes_sums {
    precondition(start >= 0 && count >= 0 && start + count <= byteCount / 4)
    // C reads these samples only, which lie within the span.
    return unsafe withUnsafeBytes { unsafe lanes_tally($0.baseAddress, start, count) }
  }

  /// Returns the sum of the products of two rows of samples.
  fileprivate func product(from left: Int, _ right: Int, count: Int) -> Float {
    precondition(min(left, right) >= 0 && count >= 0 && max(left, right) + count <= byteCount / 4)
    var products = SIMD8<Float>.zero
    let vectors = count & ~7
    var index = 0
    while index < vectors {
      let one = loadEightUnchecked(at: 4 &* (left &+ index))
      let other = loadEightUnchecked(at: 4 &* (right &+ index))
      products += one * other
      index &+= 8
    }
    // Always in the same order.
    let sums = products.lowHalf + products.highHalf
    var rest = Float(0)
    for index in vectors..<count {
      rest += sample(at: 4 * (left + index)) * sample(at: 4 * (right + index))
    }
    return (sums.x + sums.y) + (sums.z + sums.w) + rest
  }
}
