import Glibc

extension WaveformSummary {
  /// Creates an artificial recording with the envelope of music, for previews, placeholders and
  /// examples: the same for the same seed on every machine.
  public static func demo(duration: Double, bars: Int = 200, seed: UInt64 = 0) -> WaveformSummary {
    let count = max(bars, 1)
    var noise = SplitMix(state: seed)
    let beats = 3 + 5 * noise.next()
    let swell = 2 * Double.pi * noise.next()
    var amplitudes: [Float] = []
    for index in 0..<count {
      let time = (Double(index) + 0.5) / Double(count)
      // A fast attack, slow swells, a beat, and a fade; the shares were chosen by eye.
      let attack = min(1, time / 0.06)
      let fade = min(1, (1 - time) / 0.12)
      let envelope = attack * fade
      let breath = 0.62 + 0.28 * sin(2 * .pi * 2.2 * time + swell)
      let pulse = 0.75 + 0.25 * sin(2 * .pi * beats * time).magnitude
      let level = envelope * breath * pulse * (0.55 + 0.45 * noise.next())
      // Never silent: a bar is seen everywhere.
      amplitudes.append(Float(max(0.02, level)))
    }
    return WaveformSummary(amplitudes: amplitudes, duration: duration)
  }
}

/// The SplitMix64 generator of Steele, Lea and Flood: small, and the same on all platforms.
private struct SplitMix {
  var state: UInt64

  /// Returns the next number in 0..<1.
  mutating func next() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    // The upper 53 bits, as many as a Double has.
    return Double(word >> 11) * 0x1p-53
  }
}
