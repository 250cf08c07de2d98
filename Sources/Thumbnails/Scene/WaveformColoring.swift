import Glibc
public import Raster

/// The colors that show what a recording sounds like.
public enum WaveformColoring: Sendable, Hashable {
  /// Each bar has the color of its mean frequency, on a ramp from 150 Hz to 4.8 kHz.
  case pitch(Gradient)
  /// Each bar shows its low, mid and high frequencies in three colors, the strongest behind.
  case bands([Color])

  /// The default ramp, from low to high: hues of about the same lightness, each with a contrast of
  /// 3 or more on white and on #121212, in order also for people who see no red or no green.
  public static let standardRamp = Gradient(
    colors: [0x4057c2, 0x0089b4, 0x0ea175, 0xa79300, 0xde6f00, 0xe93a4e].map { Color(rgb: $0) })

  /// The default colors of low, mid and high frequencies, with the same contrast.
  public static let standardBands = [
    Color(rgb: 0x325ac2), Color(rgb: 0xda720d), Color(rgb: 0xda3870),
  ]

  /// Returns the place of a frequency on the ramp, 0 to 1.
  // Of 2,800 bars of 28 real recordings 5 % are below 174 Hz, half below 732 Hz and 95 % below
  // 3,636 Hz.
  package static func place(ofPitch pitch: Double) -> Double {
    (log2(pitch / 150) / 5).clamped(least: 0, most: 1)
  }
}
