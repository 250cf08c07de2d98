import Glibc

/// Maps the bins of a 1024-point transform to 32 bands, log-spaced from 40 Hz to 16 kHz.
struct SpectrumBands: Sendable {
  /// The bins of one band, or a position between two bins if it contains none.
  // At 44.1 kHz a bin is 43 Hz wide and the lowest band 8 Hz: the bands below some 200 Hz would share
  // bins, or have none.
  private enum Band {
    case bins(Range<Int>)
    case between(bin: Int, fraction: Float)
  }

  private let bands: [Band]

  init(sampleRate: Int) {
    let bins = SpectrumWindow.frames / 2
    let width = Double(max(sampleRate, 1)) / Double(SpectrumWindow.frames)
    let (bottom, top) = WaveformSpectrum.pitches(sampleRate: sampleRate)
    let count = WaveformSpectrum.bandCount

    // The edges of the bands and, between them, their middles, in bins.
    let pitches = (0...2 * count).map { index in
      let share = Double(index) / Double(2 * count)
      return bottom * pow(top / bottom, share) / width
    }
    bands = (0..<count).map { band in
      let low = pitches[2 * band]
      let middle = pitches[2 * band + 1]
      let high = pitches[2 * band + 2]
      let first = max(Int(low.rounded(.up)), 0)
      let end = min(Int(high.rounded(.up)), bins + 1)
      if first < end { return .bins(first..<end) }
      let bin = min(Int(middle), bins - 1)
      return .between(bin: bin, fraction: Float(middle) - Float(bin))
    }
  }

  /// Returns the levels of the bands: -60…0 dB relative to a full-scale sine as 0…255.
  func levels(power: [Float]) -> [UInt8] {
    bands.map { band in
      switch band {
      case .bins(let range):
        var sum: Float = 0
        for bin in range {
          sum += power[bin]
        }
        return Self.level(sum / Float(range.count))
      case .between(let bin, let fraction):
        return Self.level(power[bin] + (power[bin + 1] - power[bin]) * fraction)
      }
    }
  }

  private static func level(_ power: Float) -> UInt8 {
    // What is no number fails the comparison too, and counts as silent.
    guard power > 1e-6 else { return 0 }
    guard power < 1 else { return 255 }
    // 10·log10 is 3.0103 times log2.
    return UInt8((Self.log2(power) * 3.010_299_96 + 60) * (255.0 / 60) + 0.5)
  }

  /// Returns the logarithm of a normal number within 1e-6.
  // libm's result differs in its last bits between processors: the same recording would not always
  // give the same spectrum.
  static func log2(_ value: Float) -> Float {
    let bits = value.bitPattern
    var exponent = Float(Int32(bits >> 23) - 127)
    var part = Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000)
    if part > 1.414_213_6 {
      exponent = exponent + 1
      part = part / 2
    }
    let ratio = (part - 1) / (part + 1)
    let square = ratio * ratio
    // The series of the inverse hyperbolic tangent, multiplied by 2/ln 2. Within a factor of √2 of 1,
    // the first term that is left out is 4e-8.
    let series = 1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7)))
    return exponent + 2.885_390_08 * ratio * series
  }
}
