import Glibc
import WavethumbBytes

@testable import Waveform

/// A test signal by channel.
struct SoundSignal {
  /// Sounds in a row: the peak level of each in dBFS, and how long it lasts.
  typealias Steps = [(level: Double, seconds: Double)]

  var rate: Int
  var channels: [[Double]]

  /// Creates a signal of channels of equal length.
  init(rate: Int, _ channels: [[Double]]) {
    self.rate = rate
    self.channels = channels
  }

  /// Creates consecutive 1 kHz sines, the same in each channel.
  // K-weighting has the gain of its offset at 1 kHz, so that such a sine in two channels has a
  // loudness in LUFS equal to its peak level in dBFS.
  init(rate: Int = 8000, channels: Int = 2, levels: Steps) {
    let samples = levels.flatMap { step in
      let amplitude = amplitude(ofDecibels: step.level)
      return Self.sine(1000, rate: rate, seconds: step.seconds, level: amplitude)
    }
    self.init(rate: rate, Array(repeating: samples, count: channels))
  }

  /// Returns a sine with an amplitude of `level` and a phase in degrees.
  static func sine(
    _ frequency: Double,
    rate: Int,
    seconds: Double,
    level: Double,
    phase: Double = 0
  ) -> [Double] {
    let frames = Int((seconds * Double(rate)).rounded())
    return (0..<frames).map { frame in
      let turns = frequency * Double(frame) / Double(rate) + phase / 360
      return level * sin(2 * .pi * turns)
    }
  }

  /// Returns white noise between `-level` and `level`.
  static func noise(rate: Int, seconds: Double, level: Double, seed: UInt64 = 1) -> [Double] {
    var random = SeededNumbers(seed: seed)
    let frames = Int(seconds * Double(rate))
    return (0..<frames).map { _ in
      level * Double.random(in: -1...1, using: &random)
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
    measurement(encoding, lossless: lossless, parts: 1).sound ?? SoundReport()
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
      let start = meter.framesWanted.lowerBound
      let end = min(meter.framesWanted.upperBound, recording.frames)
      let needed = Array(bytes[start * frameBytes..<end * frameBytes])
      // Blocks that end nowhere near the 10 ms of a unit, so that the meter has to keep a rest.
      meter.add(needed, frameBytes: frameBytes, blocks: [30_011, 4096])
      return meter.finishPart(truncated: false)
    }
    // As between processes: a field that coding forgets is lost here too.
    let sent = measured.compactMap { WaveformPart(encoded: $0.encoded()) }
    return WaveformMeasurement(merging: sent) ?? WaveformMeasurement(mix: measured[0].mixAlone)
  }
}

extension WaveformPart {
  fileprivate var mixAlone: WaveformSummary { WaveformMeasurement(whole: self).mix }
}

/// Returns the amplitude of a level in dBFS.
func amplitude(ofDecibels level: Double) -> Double {
  pow(10, level / 20)
}

/// Returns whether two numbers differ by at most `distance`.
// 0.1 LU is the tolerance of EBU Tech 3341 for loudness.
func isNear(_ value: Double?, to expected: Double, within distance: Double = 0.1) -> Bool {
  guard let value else { return false }
  return abs(value - expected) <= distance
}
