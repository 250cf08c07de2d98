package import WavethumbBytes

/// The sound analysis of a range of a recording; joined parts equal one pass.
package struct SoundPart: Sendable, Equatable {
  private(set) var kind = SampleKind()
  var frames = 0
  var channels: [ChannelTally] = []
  var stereo = StereoTally()
  var kWeighted = KWeightedPart()
  /// The unweighted level of each 100 ms.
  var levels = LoudnessSeries()
  var silence = SilenceRuns()
  /// The silences that are listed, by the level and the duration that were asked for.
  var pauses = SilenceRuns()
  var dropouts = EventRanges()
  /// The number of samples of a lossy file beyond full scale in the worst second.
  var worstSecond = 0
  /// The held samples of some ticks.
  var held = HeldTally()
  var bits: UInt32 = 0
  var spectrum: [SpectrumSample] = []

  package init() {}

  init(_ kind: SampleKind, channels: Int, isWeighted: Bool, pauses: SilenceRuns) {
    self.kind = kind
    self.pauses = pauses
    kWeighted.isMeasured = isWeighted

    stereo = StereoTally(channels: channels)
    // A thousand stretches in each of eight channels; fewer where a hostile file has thousands of
    // channels, each with lists of its own.
    let limit = max(16, min(EventRanges.limit, 8 * EventRanges.limit / channels))
    let meter = ClippingMeter(
      longestRun: SoundGrid.longestRun(at: kind.sampleRate),
      pause: Self.clippingPause(at: kind.sampleRate),
      limit: limit
    )
    self.channels = Array(repeating: ChannelTally(clipping: meter), count: channels)
  }

  /// Returns the number of frames over which clipping is one event: 0.5 s.
  // A person hears one event, and an editor shows one. Untuned.
  static func clippingPause(at sampleRate: Int) -> Int { sampleRate / 2 }

  /// Appends the next part; returns false if it is from another recording.
  package mutating func append(_ other: SoundPart) -> Bool {
    guard other.kind == kind, other.channels.count == channels.count else { return false }
    frames += other.frames
    for channel in channels.indices {
      channels[channel].append(other.channels[channel])
    }
    stereo.append(other.stereo)
    kWeighted.append(other.kWeighted)
    levels.append(other.levels)
    silence.append(other.silence)
    pauses.append(other.pauses)
    dropouts.append(other.dropouts)
    worstSecond = max(worstSecond, other.worstSecond)
    held.append(other.held)
    bits |= other.bits
    spectrum += other.spectrum
    return true
  }
}

extension SoundPart: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    kind = try coder.field(value?.kind)
    stereo.isDual = try coder.field(value?.stereo.isDual)
    frames = try coder.count(value?.frames)
    worstSecond = try coder.count(value?.worstSecond)
    held.nonzero = try coder.count(value?.held.nonzero)
    held.held = try coder.count(value?.held.held)
    bits = try coder.field(value?.bits)
    channels = try coder.fields(value?.channels, in: 1...4000)
    stereo.product = try coder.field(value?.stereo.product)
    kWeighted = try coder.field(value?.kWeighted)
    levels = try coder.field(value?.levels)
    silence = try coder.field(value?.silence)
    pauses = try coder.field(value?.pauses)
    dropouts = try coder.field(value?.dropouts)
    // A recording of unknown length has at most 512, just before they are thinned.
    spectrum = try coder.fields(value?.spectrum, in: 0...1024)
  }
}

/// How the samples of a recording are stored.
struct SampleKind: Sendable, Equatable {
  var isLossless = false
  var sampleRate = 0
  /// The number of bits per integer sample, at most 24; 0 for floats.
  var storedBits = 0
}

extension SampleKind {
  init(_ format: SampleFormat, sampleRate: Int, isLossless: Bool) {
    // Of 32 bits no converter fills more than 24, so that the rest is no padding.
    storedBits =
      switch format.encoding {
      case .float32: 0
      case .int16: 16
      case .int24, .int32: 24
      }
    self.sampleRate = sampleRate
    self.isLossless = isLossless
  }
}

extension SampleKind: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    isLossless = try coder.field(value?.isLossless)
    sampleRate = try coder.count(value?.sampleRate, in: 1...Int(Int32.max))
    storedBits = try coder.count(value?.storedBits, in: 0...24)
  }
}

/// The K-weighted levels of a range of a recording.
struct KWeightedPart: Sendable, Equatable {
  /// Whether the sampling rate allows K-weighting.
  var isMeasured = false
  /// The level of each 100 ms.
  var blocks = LoudnessSeries()
  /// The level of each 10 ms of the first minute.
  var ticks = LoudnessSeries()
  /// The highest mean square of 400 ms, times the number of ticks.
  var momentary = SlidingMaximum()

  /// Appends the levels that follow.
  mutating func append(_ next: KWeightedPart) {
    blocks.append(next.blocks)
    ticks.append(next.ticks)
    momentary.append(next.momentary)
  }
}

extension KWeightedPart: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    isMeasured = try coder.field(value?.isMeasured)
    blocks = try coder.field(value?.blocks)
    ticks = try coder.field(value?.ticks)
    momentary = try coder.field(value?.momentary)
  }
}

/// A sum in fixed point, so that sums of parts add up to the same bits in any order.
// Floating-point sums depend on where a recording was divided, and the same recording must give the
// same report for any number of jobs.
struct FixedSum: Sendable, Equatable {
  private var units: Int128 = 0
  // 64 bits behind the point are finer than a double of 1; 63 before it hold 2^33 numbers of 2^30.
  private static let scale = 0x1p64

  /// Adds a number, clamped to ±2^30, which no sound reaches.
  mutating func add(_ value: Double) {
    let clamped = max(-0x1p30, min(0x1p30, value))
    units += Int128((clamped * Self.scale).rounded())
  }

  // Wrapping: two hostile sums may overflow, which must not stop a process.
  mutating func append(_ other: FixedSum) { units &+= other.units }

  var value: Double { Double(units) / Self.scale }
}

extension FixedSum: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let low: UInt64 = try coder.field(value.map { UInt64(truncatingIfNeeded: $0.units) })
    let high: Int64 = try coder.field(value.map { Int64(truncatingIfNeeded: $0.units >> 64) })
    units = Int128(high) << 64 | Int128(low)
  }
}

extension KWeightedLevels {
  /// Creates the levels of a part, which may be the whole recording.
  init(_ part: SoundPart) {
    self.init()
    guard part.kWeighted.isMeasured else { return }
    if part.frames <= Self.seconds * part.kind.sampleRate {
      series = part.kWeighted.ticks
    } else {
      // At most as many as a summary has buckets, which could not show more.
      let means = part.kWeighted.blocks.meanSquares
      let step = (means.count - 1) / WaveformSummary.bucketCount + 1
      secondsPerLevel = 0.1 * Double(step)
      for first in stride(from: 0, to: means.count, by: step) {
        let some = means[first..<min(first + step, means.count)]
        series.add(meanSquare: some.reduce(0, +) / Double(some.count))
      }
    }
  }
}
