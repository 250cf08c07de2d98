import Glibc

/// How the levels of a spectrogram are written in a byte: 0 is silence or a lowest level in
/// decibels relative to a full-scale sine, 255 is that sine.
struct SpectrogramScale: Sendable, Hashable {
  /// The lowest levels that can be measured.
  // From below the 144 dB of 24 bits. A guess.
  static let floors = -200 ... -90

  let floor: Int
  /// The power of the lowest level.
  private let minimum: Double

  init(floor: Int) {
    self.floor = floor
    minimum =
      if floor == -90 {
        // A literal, which any other way to compute it may miss by a bit.
        1e-9
      } else {
        pow(10, Double(floor) / 10)
      }
  }

  /// Returns the level of a power, 0 for silence.
  func level(_ power: Double) -> UInt8 {
    guard power > minimum else { return 0 }
    guard power < 1 else { return 255 }
    // 10·log10 is 3.0103 times log2. Below the smallest normal Float there is no logarithm of ours.
    let decibels = SpectrumBands.log2(Float(power)) * 3.010_299_96
    let range = Float(-floor)
    return UInt8(max(0, (decibels + range) * (255.0 / range) + 0.5))
  }

  /// The power of each level.
  var powers: [Double] {
    let floor = Double(floor)
    return (0...255).map { level in
      // Silence, which has no level in decibels.
      guard level > 0 else { return 0 }
      let decibels = floor - floor * Double(level) / 255
      return pow(10, decibels / 10)
    }
  }
}
