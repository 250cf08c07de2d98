import Glibc

extension WaveformSummary {
  /// A made-up recording with the envelope of music: the same for the same seed.
  public static func demo(duration: Double, bars: Int = 200, seed: UInt64 = 0) -> WaveformSummary {
    let count = max(bars, 1)
    var noise = SplitMix(state: seed)
    let beats = 3 + 5 * noise.next()
    let swell = 2 * Double.pi * noise.next()
    let amplitudes = (0..<count).map { index in
      let time = (Double(index) + 0.5) / Double(count)
      // A fast attack, slow swells, a beat, and a fade.
      let envelope = min(1, time / 0.06) * min(1, (1 - time) / 0.12)
      let breath = 0.62 + 0.28 * sin(2 * .pi * 2.2 * time + swell)
      let pulse = 0.75 + 0.25 * sin(2 * .pi * beats * time).magnitude
      return Float(max(0.02, envelope * breath * pulse * (0.55 + 0.45 * noise.next())))
    }
    return WaveformSummary(amplitudes: amplitudes, duration: duration)
  }
}

/// Steele, Lea and Flood's generator: small, and the same everywhere.
private struct SplitMix {
  var state: UInt64

  /// The next number in 0..<1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return Double((word ^ word >> 31) >> 11) * 0x1p-53
  }
}
