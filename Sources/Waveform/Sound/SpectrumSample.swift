import Bytes

/// Levels of one window of 4,096 frames, from 0 Hz to half the sampling rate.
struct SpectrumSample: Sendable, Equatable {
  /// How many frames a window spans; neighbours overlap by half.
  static let frames = 4096
  static let hop = frames / 2
  static let bins = frames / 2 + 1

  /// Counted over all windows of the recording.
  var index: Int
  /// Whether a sample reaches full scale.
  var isClipped: Bool
  /// By bin, in steps of 1/128 dB above -200 dB of a full-scale sine.
  var codes: [UInt16]

  static let floor = Float(-200)
  static let stepsPerDecibel = Float(128)

  init(index: Int, isClipped: Bool, power: [Float]) {
    self.index = index
    self.isClipped = isClipped
    codes = power.map { power in
      let level = 3.0102999566 * Self.binaryLogarithm(max(power, 1e-20))
      return UInt16(max(0, min(65_535, (level - Self.floor) * Self.stepsPerDecibel + 0.5)))
    }
  }

  /// The mean level of some bins in decibels.
  func meanLevel(of bins: Range<Int>) -> Float {
    var sum = 0
    for bin in bins { sum += Int(codes[bin]) }
    return Float(sum) / Float(max(bins.count, 1)) / Self.stepsPerDecibel + Self.floor
  }

  func level(_ bin: Int) -> Float { Float(codes[bin]) / Self.stepsPerDecibel + Self.floor }

  /// The logarithm to base 2, right to 0.00004: that of libm takes longer than the transform.
  private static func binaryLogarithm(_ number: Float) -> Float {
    let bits = number.bitPattern
    let exponent = Float(Int32(bits >> 23) - 127)
    let x = Float(bitPattern: bits & 0x7F_FFFF | 0x3F80_0000) - 1.5
    var sum = Float(0.0434283633) * x - 0.0791495844
    sum = sum * x + 0.1418488667
    sum = sum * x - 0.3199194900
    sum = sum * x + 0.9618147784
    return exponent + sum * x + 0.5849542863
  }

  func append(to writer: inout ByteWriter) {
    writer.append(Int64(index))
    writer.append(isClipped)
    for code in codes { writer.append(code) }
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    index = try reader.count(in: 0...Int.max / 2)
    isClipped = try reader.bool()
    codes = []
    guard reader.left >= 2 * Self.bins else { throw MalformedBytes() }
    codes.reserveCapacity(Self.bins)
    for _ in 0..<Self.bins { codes.append(try reader.integer(UInt16.self)) }
  }
}
