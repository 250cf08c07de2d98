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
      let range = bounds(bar, of: count)
      let inside = samples[range.lowerBound * channels..<range.upperBound * channels]
      if measure == .peak {
        return Float(inside.reduce(0) { max($0, abs($1)) })
      }
      let energy = inside.reduce(0) { $0 + $1 * $1 }
      return Float((energy / Double(inside.count)).squareRoot())
    }
  }

  /// Returns bars for counts that do not divide 4,800: exact buckets, shared in proportion to time.
  func sharedBars(_ count: Int) -> [Float] {
    let buckets = (0..<4800).map { bucket -> (energy: Double, samples: Double) in
      let range = bucket * frames / 4800..<(bucket + 1) * frames / 4800
      let inside = samples[range.lowerBound * channels..<range.upperBound * channels]
      return (inside.reduce(0) { $0 + $1 * $1 }, Double(inside.count))
    }
    return (0..<count).map { bar in
      let low = Double(bar) * 4800 / Double(count)
      let high = Double(bar + 1) * 4800 / Double(count)
      var energy = 0.0
      var weight = 0.0
      for bucket in Int(low)..<min(Int(high.rounded(.up)), 4800) {
        // A bucket that only touches the bar has a share of 0, or of what rounding left.
        let share = min(Double(bucket + 1), high) - max(Double(bucket), low)
        guard share > 1e-9 else { continue }
        energy += buckets[bucket].energy * share
        weight += buckets[bucket].samples * share
      }
      return Float((energy / weight).squareRoot())
    }
  }

  /// Returns the samples encoded in a format.
  func bytes(_ format: SampleFormat) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(samples.count * format.bytesPerSample)
    for sample in samples {
      let word = Self.word(sample, as: format.encoding)
      let count = format.bytesPerSample
      for index in 0..<count {
        let byteIndex = format.bigEndian ? count - 1 - index : index
        bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(8 * byteIndex)))
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
      let time = Double(frame) / Double(max(frames, 1))
      let level = time > 0.3 && time < 0.35 ? 0 : 0.05 + 0.9 * abs(sin(7.3 * time * time))
      for _ in 0..<channels {
        samples.append(level * Double.random(in: -1...0.9, using: &generator))
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
