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
  // Without red or green, hues from blue to yellow stay in order, but yellow, orange and red look
  // the same: orange and red are therefore each darker than the color before.
  public static let standardRamp = Gradient(
    colors: [
      Color(rgb: 0x4058c2),
      Color(rgb: 0x0089b4),
      Color(rgb: 0x0ea175),
      Color(rgb: 0xa79300),
      Color(rgb: 0xcd5e03),
      Color(rgb: 0xda2942),
    ]
  )

  /// The default colors of low, mid and high frequencies, with the same contrast.
  public static let standardBands = [
    Color(rgb: 0x325ac2), Color(rgb: 0xda720d), Color(rgb: 0xda3870),
  ]

  /// Returns the position of a frequency on the ramp, 0 to 1.
  // Of bars of 416 real recordings 5, 50 and 95 % are below 218, 924 and 3,498 Hz in music, below
  // 360, 562 and 1,066 Hz in speech, below 59, 1,396 and 9,267 Hz in single drums, and below 98, 1,073
  // and 10,186 Hz in test recordings of decoders. In music 2.5 % are beyond each end of the ramp.
  package static func position(ofPitch pitch: Double) -> Double {
    // Five octaves from 150 Hz, each as long as the others.
    let octaves = log2(pitch / 150)
    return (octaves / 5).clamped(min: 0, max: 1)
  }
}
