/// A bucket in 39 bits: 20 for its RMS relative to the loudest bucket, 13 for its larger extreme
/// relative to the peak, 1 for which extreme that is, 5 for the other relative to the larger.
struct BucketCode: Sendable, Equatable {
  static let bits = 39

  let word: UInt64

  /// A bucket within a gap: the last five bits of a measured bucket are never all zero.
  static let hole = BucketCode(word: 0)

  var isHole: Bool { word == 0 }

  init(word: UInt64) { self.word = word & (1 << UInt64(Self.bits) - 1) }

  /// The RMS and the peak to which the codes of one summary are relative.
  struct Scale {
    let levelFactor: Double
    let extremeFactor: Double

    init(loudest: Double, peak: Float) {
      levelFactor = loudest > 0 ? BucketCode.levelSteps / loudest : 0
      extremeFactor = peak > 0 ? BucketCode.extremeSteps / Double(peak) : 0
    }
  }

  init(_ bucket: Bucket, level: Double, scale: Scale) {
    let up = bucket.highest >= -bucket.lowest
    let larger = up ? bucket.highest : -bucket.lowest
    let other = up ? bucket.lowest : -bucket.highest
    let level = Self.steps(level * scale.levelFactor, atMost: Self.levelSteps)
    let extreme = Self.steps(Double(larger) * scale.extremeFactor, atMost: Self.extremeSteps)
    let ratio = larger > 0 ? other / larger : 0
    let twist = UInt64(min(max(ratio * 15 + 16.5, 1), 31))
    word = level | extreme << 20 | (up ? 1 : 0) << 33 | twist << 34
  }

  /// The RMS as a fraction of the loudest bucket's.
  var level: Double { Double(word & 0xFFFFF) * Self.levelUnit }

  /// The smallest level.
  static let levelUnit = 1 / levelSteps

  /// The larger extreme as a fraction of the peak.
  var extreme: Double { Double(word >> 20 & 0x1FFF) * (1 / Self.extremeSteps) }

  /// The lowest and the highest value as fractions of the peak.
  var extremes: (lowest: Double, highest: Double) {
    let other = extreme * (Double(word >> 34 & 31) - 16) * (1 / Self.otherSteps)
    return word >> 33 & 1 == 1 ? (other, extreme) : (-extreme, -other)
  }

  private static let levelSteps = Double(1 << 20 - 1)
  private static let extremeSteps = Double(1 << 13 - 1)
  private static let otherSteps = 15.0

  /// Returns the nearest step; the value may be infinite if the scale is almost zero.
  private static func steps(_ value: Double, atMost most: Double) -> UInt64 {
    value > 0 ? UInt64(min(value, most) + 0.5) : 0
  }
}
