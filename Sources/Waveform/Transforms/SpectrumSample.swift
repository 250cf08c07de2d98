import WavethumbBytes

/// Levels of one window of 4,096 frames, from 0 Hz to half the sampling rate.
struct SpectrumSample: Sendable, Equatable {
  /// The number of frames per window; consecutive windows overlap by half.
  // 93 ms at 44.1 kHz, in bins of 11 Hz: fine enough to tell a wall from a slope of some 100 Hz.
  static let frames = 4096
  static let hop = frames / 2
  static let bins = frames / 2 + 1

  /// The index among all windows of the recording.
  var index = 0
  /// Whether a sample reaches full scale.
  var isClipped = false
  /// The levels by bin, in steps of 1/128 dB above -200 dB of a full-scale sine.
  var codes: [UInt16] = []

  // Two bytes reach from -200 to 312 dB, in steps 60 times the error of the logarithm below.
  static let floor = Float(-200)
  static let stepsPerDecibel = Float(128)

  init(index: Int, isClipped: Bool, power: [Float]) {
    self.index = index
    self.isClipped = isClipped
    codes = Array(repeating: 0, count: power.count)
    for first in stride(from: 0, to: power.count, by: 4) {
      let count = min(4, power.count - first)
      var powers = SIMD4<Float>.zero
      // The last vector has one power only, as there are 2,049 bins.
      for lane in 0..<count {
        powers[lane] = power[first + lane]
      }
      let codes = Self.codes(of: powers)
      for lane in 0..<count {
        self.codes[first + lane] = UInt16(truncatingIfNeeded: codes[lane])
      }
    }
  }

  /// Returns the mean level of some bins in decibels.
  func meanLevel(of bins: Range<Int>) -> Float {
    var sum = 0
    for bin in bins {
      sum += Int(codes[bin])
    }
    return Float(sum) / Float(max(bins.count, 1)) / Self.stepsPerDecibel + Self.floor
  }

  /// Returns the codes of four powers, by a logarithm accurate to 0.00004: that of libm takes
  /// longer than the transform.
  private static func codes(of powers: SIMD4<Float>) -> SIMD4<Int32> {
    // -200 dB, the floor: powers below it, such as 0, have no level of their own.
    let bits = powers.replacing(with: 1e-20, where: powers .< 1e-20).asInt32
    // Small whole numbers are the last bits of floats from 2^23 up.
    let whole: Float = 0x1p23
    let exponents = ((bits &>> 23) | 0x4B00_0000).asFloats - (whole + 127)

    // The logarithm to base 2 of a number from 1 to 2, as a polynomial around their middle: of degree 5,
    // it is nowhere off by more than 0.000032.
    let x = ((bits & 0x7F_FFFF) | 0x3F80_0000).asFloats - 1.5
    var sum = Float(0.0434283633) * x - 0.0791495844
    sum = sum * x + 0.1418488667
    sum = sum * x - 0.3199194900
    sum = sum * x + 0.9618147784
    let logarithms = exponents + sum * x + 0.5849542863
    // 10·log10 is 3.0103 times log2.
    let codes = (3.0102999566 * logarithms - floor) * stepsPerDecibel
    let limited = codes.replacing(with: 65_535, where: codes .> 65_535)
    return (limited.replacing(with: 0, where: limited .< 0) + whole).asInt32 & 0xFFFF
  }

  init() {}
}

extension SpectrumSample: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    index = try coder.count(value?.index)
    isClipped = try coder.field(value?.isClipped)
    codes = try coder.integers(value?.codes)
    try coder.require(codes.count == Self.bins)
  }
}
