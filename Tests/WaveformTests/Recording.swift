import Glibc
import WavethumbBytes

@testable import Waveform

/// A recording in memory, measured without optimizations.
struct Recording {
  var channels: Int
  var samples: [Double]

  var frames: Int { samples.count / channels }

  /// The frames of a bar, of which it has at least one.
  func bounds(_ bar: Int, of count: Int) -> Range<Int> {
    let start = bar * frames / count
    return start..<max(start + 1, (bar + 1) * frames / count)
  }

  /// Returns bars computed by their definition.
  func bars(_ count: Int, measure: Measure = .rms) -> [Float] {
    (0..<count).map { bar in
      let samples = samples(in: bounds(bar, of: count))
      if measure == .peak {
        let peak = samples.reduce(0) { max($0, abs($1)) }
        return Float(peak)
      }
      let meanSquare = energy(of: samples) / Double(samples.count)
      return Float(meanSquare.squareRoot())
    }
  }

  /// Returns bars for counts that do not divide 4,800: exact buckets, shared in proportion to time.
  func sharedBars(_ count: Int) -> [Float] {
    let bucketCount = WaveformSummary.bucketCount
    let buckets = (0..<bucketCount).map { samples(in: bounds($0, of: bucketCount)) }
    // Buckets and bars divide the same time.
    let bucketsPerBar = Double(bucketCount) / Double(count)
    return (0..<count).map { bar in
      let start = Double(bar) * bucketsPerBar
      let end = Double(bar + 1) * bucketsPerBar
      var energy = 0.0
      var weight = 0.0
      for bucket in Int(start)..<min(Int(end.rounded(.up)), bucketCount) {
        // A bucket that only touches the bar has a share of 0, or of what rounding left.
        let share = min(Double(bucket + 1), end) - max(Double(bucket), start)
        guard share > 1e-9 else { continue }
        energy += self.energy(of: buckets[bucket]) * share
        weight += Double(buckets[bucket].count) * share
      }
      return Float((energy / weight).squareRoot())
    }
  }

  private func samples(in frames: Range<Int>) -> ArraySlice<Double> {
    samples[frames.lowerBound * channels..<frames.upperBound * channels]
  }

  private func energy(of samples: ArraySlice<Double>) -> Double {
    samples.reduce(0) { sum, sample in sum + sample * sample }
  }

  /// Returns the samples encoded in a format.
  func bytes(_ format: SampleFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * format.bytesPerSample)
    // From the lowest byte to the highest, or the other way round.
    let shifts = (0..<UInt32(format.bytesPerSample)).map { 8 * $0 }
    let orderedShifts = format.bigEndian ? shifts.reversed() : shifts
    for sample in samples {
      let word = Self.word(sample, as: format.encoding)
      for shift in orderedShifts {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return bytes
  }

  /// Returns the recording after rounding to a format.
  func rounded(to encoding: SampleFormat.Encoding) -> Recording {
    let rounded = samples.map { sample -> Double in
      let word = Self.word(sample, as: encoding)
      switch encoding {
      case .float32: return Double(Float(bitPattern: word))
      case .int16: return Double(Int16(truncatingIfNeeded: word)) / 32_768
      case .int24: return Double(Int32(bitPattern: word << 8) >> 8) / 8_388_608
      case .int32: return Double(Int32(bitPattern: word)) / 2_147_483_648
      }
    }
    return Recording(channels: channels, samples: rounded)
  }

  private static func word(_ sample: Double, as encoding: SampleFormat.Encoding) -> UInt32 {
    func integer(_ scale: Double) -> UInt32 {
      let rounded = (sample * scale).rounded()
      return UInt32(bitPattern: Int32(min(max(rounded, -scale), scale - 1)))
    }
    switch encoding {
    case .float32: return Float(sample).bitPattern
    case .int16: return integer(32_768)
    case .int24: return integer(8_388_608)
    case .int32: return integer(2_147_483_648)
    }
  }

  /// Returns noise with loud, quiet and silent sections and a DC offset.
  static func noise(
    frames: Int,
    channels: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Recording {
    var samples: [Double] = []
    samples.reserveCapacity(frames * channels)
    for frame in 0..<frames {
      // From 0 to 1.
      let time = Double(frame) / Double(max(frames, 1))
      let isSilent = time > 0.3 && time < 0.35
      let level = isSilent ? 0 : 0.05 + 0.9 * abs(sin(7.3 * time * time))
      for _ in 0..<channels {
        let sample = Double.random(in: -1...0.9, using: &generator)
        samples.append(level * sample)
      }
    }
    return Recording(channels: channels, samples: samples)
  }
}

extension WaveformMeter {
  /// Adds the bytes in blocks of these frame counts, repeated as needed.
  mutating func add(_ bytes: [UInt8], frameBytes: Int, blocks: [Int]) {
    var offset = 0
    var block = 0
    while offset < bytes.count {
      let count = min(blocks[block % blocks.count] * frameBytes, bytes.count - offset)
      let part = Array(bytes[offset..<offset + count])
      // Held by the array until the call returns.
      unsafe add(part.span.bytes)
      offset += count
      block += 1
    }
  }
}

extension Measures {
  /// All measures with their usual parameters, so that a new one is tested with the others.
  static let every = Measures(
    asked: kinds.reduce(into: [:]) { asked, kind in
      asked[kind.kind] = kind.init().encoded()
    }
  )
}

extension Recording {
  /// Measures the recording in one pass.
  func measure(
    _ format: SampleFormat = SampleFormat(.float32),
    sampleRate: Int = 44_100,
    length: WaveformLength? = nil,
    measures: Measures = .standard,
    blocks: [Int] = [4096],
    truncated: Bool = false
  ) -> WaveformMeasurement {
    var meter = WaveformMeter(
      channels: channels,
      sampleRate: sampleRate,
      length: length ?? .known(frames: frames),
      format: format,
      measures: measures
    )
    meter.add(bytes(format), frameBytes: channels * format.bytesPerSample, blocks: blocks)
    return meter.finish(truncated: truncated)
  }
}

/// Returns the largest difference between two arrays of bars.
func distance(_ left: [Float], to right: [Float]) -> Float {
  guard left.count == right.count else { return .infinity }
  return zip(left, right).map { abs($0 - $1) }.max() ?? 0
}

extension WaveformMeter {
  /// Creates a meter of a recording, or of a range of it.
  init(
    channels: Int,
    sampleRate: Int,
    length: WaveformLength,
    format: SampleFormat,
    measures: Measures = .standard,
    source: SoundSource? = nil,
    range: Range<Int>? = nil,
    only channel: Int? = nil
  ) {
    let sound = SoundShape(
      channels: channels,
      sampleRate: sampleRate,
      format: format,
      length: length,
      source: source ?? SoundSource(isLossless: false, channels: max(channels, 1)),
      range: range
    )
    self.init(sound, measures: measures, only: channel)
  }
}
