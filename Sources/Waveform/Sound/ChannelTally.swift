import CLanes
import WavethumbBytes

/// The sums over all samples of one channel.
struct ChannelTally: Sendable, Equatable {
  var sum = FixedSum()
  var energy = FixedSum()
  /// The numbers of blocks of 250 ms with a mean above 0 and below 0.
  var blocksAbove = 0
  var blocksBelow = 0
  var truePeak = Float(0)
  /// Whether the channel is only for low-frequency effects.
  var isLowFrequency = false
  /// The clipping of the samples at or above 0, and of those below.
  var clipping = [ClippingMeter(), ClippingMeter()]

  // 250 ms: five periods of 20 Hz, so that the lowest tones have no offset of their own.
  static let ticksPerBlock = 25

  init() {}

  init(clipping meter: ClippingMeter) { clipping = [meter, meter] }

  mutating func add(_ table: TickTable, channel: Int) {
    var sum = 0.0
    var energy = 0.0
    var block = 0.0
    for tick in 0..<table.count {
      let entry = table[channel, tick]
      sum += Double(entry.sum)
      energy += Double(entry.energy)
      block += Double(entry.sum)
      // A unit has whole blocks, as four of them are a second; a short one at the end is left out.
      guard (tick + 1) % Self.ticksPerBlock == 0 else { continue }
      if block > 0 {
        blocksAbove += 1
      } else if block < 0 {
        blocksBelow += 1
      }
      block = 0
    }

    self.sum.add(sum)
    self.energy.add(energy)
  }

  mutating func append(_ other: ChannelTally) {
    sum.append(other.sum)
    energy.append(other.energy)
    blocksAbove += other.blocksAbove
    blocksBelow += other.blocksBelow
    truePeak = max(truePeak, other.truePeak)
    isLowFrequency = isLowFrequency || other.isLowFrequency
    for side in clipping.indices {
      clipping[side].append(other.clipping[side])
    }
  }
}

extension ChannelTally: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    sum = try coder.field(value?.sum)
    energy = try coder.field(value?.energy)
    blocksAbove = try coder.count(value?.blocksAbove)
    blocksBelow = try coder.count(value?.blocksBelow)
    truePeak = try coder.field(value?.truePeak)
    isLowFrequency = try coder.field(value?.isLowFrequency)
    for side in clipping.indices {
      clipping[side] = try coder.field(value?.clipping[side])
    }
  }
}
