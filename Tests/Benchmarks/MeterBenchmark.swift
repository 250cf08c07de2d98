import Waveform
import WavethumbBytes

/// Measures the throughput of the meter on decoded stereo, including the spectrum.
enum MeterBenchmark {
  // 25 minutes of stereo at 16 bits: far more than the cache of most processors.
  private static let byteCount = 256 << 20

  static func gigabytesPerSecond(of encoding: SampleFormat.Encoding) -> Double {
    let format = SampleFormat(encoding, bigEndian: false)
    let frames = byteCount / format.bytesPerSample / 2
    let seconds: Double
    if encoding == .float32 {
      // Not any bytes, which as floats are NaN, immense or denormal, and no sound.
      seconds = measure(Noise.floats(byteCount / 4), frames: frames, format: format)
    } else {
      seconds = measure(Noise.bytes(byteCount), frames: frames, format: format)
    }
    return Double(byteCount) / seconds / 1e9
  }

  private static func measure<Element: BitwiseCopyable>(
    _ samples: [Element],
    frames: Int,
    format: SampleFormat
  ) -> Double {
    Stopwatch.median {
      var meter = WaveformMeter(
        channels: 2,
        sampleRate: 44100,
        length: .known(frames: frames),
        format: format
      )
      // Neither bytes nor floats have padding that could be read uninitialized.
      let bytes = unsafe samples.span.bytes
      // In blocks of a mebibyte, about as a decoder gives them.
      var start = 0
      while start < bytes.byteCount {
        let end = min(start + 1 << 20, bytes.byteCount)
        meter.add(bytes.extracting(start..<end))
        start = end
      }
      // Uses the result, without which the optimizer could omit the work.
      precondition(meter.finish(truncated: false).mix.frames == frames)
    }
  }
}

/// Measures one window of the spectrum: window function, transform and bands.
enum SpectrumBenchmark {
  private static let windows = 4096

  static func microsecondsPerWindow(channels: Int) -> Double {
    let frames = 1024
    let samples = Noise.floats(windows * frames * channels)
    let starts = (0..<windows).map { $0 * frames }
    let seconds = Stopwatch.median {
      var meter = SpectrumMeter(
        starts: starts,
        position: 0,
        channels: channels,
        sampleRate: 44100,
        format: SampleFormat(.float32, bigEndian: false)
      )
      // Floats have no padding that could be read uninitialized.
      unsafe meter.add(samples.span.bytes)
      precondition(meter.windows.count == windows)
    }
    return seconds / Double(windows) * 1e6
  }
}
