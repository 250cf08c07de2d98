/// A bucket in 39 bits: 20 for its RMS relative to the loudest bucket, 13 for its larger extreme
/// relative to the peak, 1 for which extreme that is, 5 for the other relative to the larger.
struct BucketCode: Sendable, Equatable {
  static let bits = 39

  let word: UInt64

  init(word: UInt64) {
    self.word = word & (1 << UInt64(Self.bits) - 1)
  }

  /// What the codes of one summary are relative to.
  struct Scale {
    let loudest: Double
    let peak: Float
  }

  init(_ bucket: Bucket, level: Double, scale: Scale) {
    let up = bucket.highest >= -bucket.lowest
    let larger = up ? bucket.highest : -bucket.lowest
    let other = up ? bucket.lowest : -bucket.highest
    let level = Self.steps(level, of: scale.loudest, Self.levelSteps)
    let extreme = Self.steps(Double(larger), of: Double(scale.peak), Self.extremeSteps)
    let ratio = larger > 0 ? Double(other) / Double(larger) : 0
    let twist = UInt64(min(max(ratio * Self.otherSteps + 16, 1), 31).rounded())
    word = level | extreme << 20 | (up ? 1 : 0) << 33 | twist << 34
  }

  /// The RMS, as a fraction of the loudest bucket's.
  var level: Double { Double(word & 0xFFFFF) * (1 / Self.levelSteps) }

  /// The larger extreme, as a fraction of the peak.
  var extreme: Double { Double(word >> 20 & 0x1FFF) * (1 / Self.extremeSteps) }

  /// The lowest and the highest value, as fractions of the peak.
  var extremes: (lowest: Double, highest: Double) {
    let other = extreme * (Double(word >> 34 & 31) - 16) * (1 / Self.otherSteps)
    return word >> 33 & 1 == 1 ? (other, extreme) : (-extreme, -other)
  }

  private static let levelSteps = Double(1 << 20 - 1)
  private static let extremeSteps = Double(1 << 13 - 1)
  private static let otherSteps = 15.0

  private static func steps(_ value: Double, of whole: Double, _ steps: Double) -> UInt64 {
    guard whole > 0, value > 0 else { return 0 }
    return UInt64((min(value / whole, 1) * steps).rounded())
  }
}
