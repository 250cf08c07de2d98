import Bytes

/// The properties of a recording's format that affect sound analysis.
public struct SoundSource: Sendable, Hashable {
  /// Whether samples are decoded without loss, as from PCM and FLAC.
  public var isLossless: Bool
  /// The weight of each channel for loudness; further channels have weight 0.
  public var weights: [Float]

  /// Creates a source whose channels have these short names: L, R, C, LFE, Ls, Rs.
  ///
  /// Without names, the usual order for that number of channels is assumed.
  public init(isLossless: Bool, channels: Int, names: [String] = []) {
    self.isLossless = isLossless
    let usual: [Float] =
      switch channels {
      case ...0: []
      case 1...3: [1, 1, 1]
      case 4: [1, 1, 1.41, 1.41]
      case 5: [1, 1, 1, 1.41, 1.41]
      default: [1, 1, 1, 0, 1.41, 1.41]
      }
    guard names.count >= channels, !names.allSatisfy(\.isEmpty) else {
      weights = usual
      return
    }
    weights = names.map { name in
      switch name {
      case "LFE": 0
      case "Ls", "Rs": 1.41
      default: 1
      }
    }
  }
}

/// The sound analysis of a range of a recording; joined parts equal one pass.
struct SoundPart: Sendable, Equatable {
  let isLossless: Bool
  let sampleRate: Int
  /// The number of bits per integer sample, at most 24; 0 for floats.
  let storedBits: Int
  var frames = 0
  var channels: [ChannelTally]
  /// The sum of the products of a stereo pair.
  var product = FixedSum()
  /// Whether all frames of a stereo pair have equal samples.
  var isDual: Bool
  /// The K-weighted and the unweighted level of each 100 ms.
  var loudness = LoudnessSeries()
  var levels = LoudnessSeries()
  /// The K-weighted level of each 10 ms of the first minute.
  var ticks = LoudnessSeries()
  /// The highest K-weighted mean square of 400 ms, times the number of ticks.
  var momentary = SlidingMaximum(width: ticksPerMoment)
  static let ticksPerMoment = 40
  /// Whether the sampling rate allows K-weighting.
  var isWeighted: Bool
  var silence = SilenceRuns()
  var gaps = SampleRuns()
  /// The number of samples of a lossy file beyond full scale in the worst second.
  var worstSecond = 0
  /// The number of nonzero samples in some ticks, and how many equal the previous sample.
  var heard = 0
  var held = 0
  var bits: UInt32 = 0
  var spectrum: [SpectrumSample] = []

  init(isLossless: Bool, sampleRate: Int, channels: Int, format: SampleFormat, isWeighted: Bool) {
    storedBits =
      switch format.encoding {
      case .float32: 0
      case .int16: 16
      case .int24, .int32: 24
      }
    self.isLossless = isLossless
    self.sampleRate = sampleRate
    self.isWeighted = isWeighted
    isDual = channels == 2
    self.channels = Array(repeating: ChannelTally(), count: channels)
  }

  /// Appends the next part; returns false if it is from another recording.
  mutating func append(_ other: SoundPart) -> Bool {
    guard other.channels.count == channels.count, other.sampleRate == sampleRate,
      other.isLossless == isLossless, other.storedBits == storedBits
    else { return false }
    frames += other.frames
    for channel in channels.indices { channels[channel].append(other.channels[channel]) }
    product.append(other.product)
    isDual = isDual && other.isDual
    loudness.append(other.loudness)
    levels.append(other.levels)
    ticks.append(other.ticks)
    momentary.append(other.momentary)
    silence.append(other.silence)
    gaps.append(other.gaps)
    worstSecond = max(worstSecond, other.worstSecond)
    heard += other.heard
    held += other.held
    bits |= other.bits
    spectrum += other.spectrum
    return true
  }

  func append(to writer: inout ByteWriter) {
    writer.append(
      all: isLossless, isWeighted, isDual, sampleRate, storedBits, frames, worstSecond, heard, held,
      channels.count, bits)
    for channel in channels { channel.append(to: &writer) }
    product.append(to: &writer)
    loudness.append(to: &writer)
    levels.append(to: &writer)
    ticks.append(to: &writer)
    momentary.append(to: &writer)
    silence.append(to: &writer)
    gaps.append(to: &writer)
    writer.append(Int64(spectrum.count))
    for sample in spectrum { sample.append(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    (isLossless, isWeighted, isDual) = (try reader.bool(), try reader.bool(), try reader.bool())
    sampleRate = try reader.count(in: 1...Int(Int32.max))
    storedBits = try reader.count(in: 0...24)
    frames = try reader.count(in: 0...Int.max / 4)
    worstSecond = try reader.count(in: 0...Int.max / 4)
    heard = try reader.count(in: 0...Int.max / 4)
    held = try reader.count(in: 0...Int.max / 4)
    let count = try reader.count(in: 1...4000)
    bits = try reader.integer(UInt32.self)
    channels = []
    for _ in 0..<count { channels.append(try ChannelTally(from: &reader)) }
    product = try FixedSum(from: &reader)
    loudness = try LoudnessSeries(from: &reader)
    levels = try LoudnessSeries(from: &reader)
    ticks = try LoudnessSeries(from: &reader)
    momentary = try SlidingMaximum(from: &reader, width: Self.ticksPerMoment)
    silence = try SilenceRuns(from: &reader)
    gaps = try SampleRuns(from: &reader)
    for _ in 0..<(try reader.count(in: 0...1024)) {
      spectrum.append(try SpectrumSample(from: &reader))
    }
  }
}

/// A sum in fixed point, so that sums of parts add up to the same bits in any order.
struct FixedSum: Sendable, Equatable {
  private var units: Int128 = 0
  private static let scale = 0x1p64

  /// Adds a number, clamped to ±2^30, which no sound reaches.
  mutating func add(_ value: Double) {
    units += Int128((max(-0x1p30, min(0x1p30, value)) * Self.scale).rounded())
  }

  mutating func append(_ other: FixedSum) { units &+= other.units }

  var value: Double { Double(units) / Self.scale }

  func append(to writer: inout ByteWriter) {
    writer.append(UInt64(truncatingIfNeeded: units))
    writer.append(Int64(truncatingIfNeeded: units >> 64))
  }

  init() {}

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    let low = try reader.integer(UInt64.self)
    units = Int128(try reader.integer(Int64.self)) << 64 | Int128(low)
  }
}
