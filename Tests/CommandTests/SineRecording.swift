import Glibc
import TestSupport

/// A recording whose loudness follows from its levels.
enum SineRecording {
  /// Returns a WAV of a 1 kHz sine at 8 kHz, with a level in dB below full scale for each channel;
  /// `-.infinity` is silence.
  // ITU-R BS.1770 gives 1 kHz at full scale 0 LUFS in two channels, and 3 LUFS less in one.
  static func bytes(decibels: [Double], seconds: Double = 4) -> [UInt8] {
    let levels = decibels.map { pow(10, $0 / 20) }
    let samples = (0..<Int(8000 * seconds)).flatMap { frame in
      let sine = sin(2 * .pi * Double(frame) / 8)
      return levels.map { Int16(32_767 * $0 * sine) }
    }
    return WaveFile(channels: levels.count, samples: samples).bytes
  }
}
