import Glibc
import WavethumbBytes

@testable import Waveform

/// A test signal by channel.
struct SoundSignal {
  var rate: Int
  var channels: [[Double]]

  init(rate: Int, _ channels: [[Double]]) {
    self.rate = rate
    self.channels = channels
  }

  /// Creates consecutive 1 kHz sines from pairs of peak level in dBFS and seconds.
  init(rate: Int = 8000, channels: Int = 2, levels: [(Double, Double)]) {
    let steps = levels.map { level, seconds in
      Self.sine(1000, rate: rate, seconds: seconds, level: pow(10, level / 20))
    }
    self.init(rate: rate, Array(repeating: steps.flatMap(\.self), count: channels))
  }

  static func sine(
    _ frequency: Double,
    rate: Int,
    seconds: Double,
    level: Double,
    phase: Double = 0
  ) -> [Double] {
    (0..<Int((seconds * Double(rate)).rounded())).map {
      level * sin(2 * .pi * (frequency * Double($0) / Double(rate) + phase / 360))
    }
  }

  static func noise(rate: Int, seconds: Double, level: Double, seed: UInt64 = 1) -> [Double] {
    var numbers = SeededNumbers(state: seed)
    return (0..<Int(seconds * Double(rate))).map { _ in
      level * Double.random(in: -1...1, using: &numbers)
    }
  }

  var recording: Recording {
    let frames = channels[0].count
    var samples: [Double] = []
    samples.reserveCapacity(frames * channels.count)
    for frame in 0..<frames {
      for channel in channels {
        samples.append(channel[frame])
      }
    }
    return Recording(channels: channels.count, samples: samples)
  }

  /// Analyzes the signal encoded in a sample format.
  func sound(_ encoding: SampleFormat.Encoding = .float32, lossless: Bool = true) -> SoundReport {
    guard let report = measurement(encoding, lossless: lossless, parts: 1).sound else {
      return SoundReport()
    }
    return report
  }

  /// Measures the signal in parts that are serialized and joined.
  func measurement(
    _ encoding: SampleFormat.Encoding,
    lossless: Bool = true,
    parts: Int,
    silence: SilenceRule = SilenceRule()
  ) -> WaveformMeasurement {
    let recording = recording
    let format = SampleFormat(encoding)
    let bytes = recording.bytes(format)
    let frameBytes = channels.count * format.bytesPerSample
    let measured = WaveformMeter.splits(frames: recording.frames, into: parts).map { range in
      var meter = WaveformMeter(
        channels: channels.count,
        sampleRate: rate,
        length: .known(frames: recording.frames),
        format: format,
        measures: Measures(SoundMeasure(silence: silence)),
        source: SoundSource(isLossless: lossless, channels: channels.count),
        range: range
      )
      // The last windows may end behind a short recording.
      let end = min(meter.framesWanted.upperBound, recording.frames)
      let needed = meter.framesWanted.lowerBound..<end
      meter.add(
        Array(bytes[needed.lowerBound * frameBytes..<needed.upperBound * frameBytes]),
        frameBytes: frameBytes,
        blocks: [30_011, 4096]
      )
      return meter.finishPart(truncated: false)
    }
    let sent = measured.compactMap { WaveformPart(encoded: $0.encoded()) }
    return WaveformMeasurement(merging: sent) ?? WaveformMeasurement(mix: measured[0].mixAlone)
  }
}

extension WaveformPart {
  fileprivate var mixAlone: WaveformSummary { WaveformMeasurement(whole: self).mix }
}

/// Whether two numbers differ by at most `distance`.
func isNear(_ value: Double?, to expected: Double, within distance: Double = 0.1) -> Bool {
  value.map { abs($0 - expected) <= distance } ?? false
}
