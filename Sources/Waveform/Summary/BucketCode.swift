/// A bucket in 39 bits: 20 for its RMS relative to the loudest bucket, 13 for its larger extreme
/// relative to the peak, 1 for which extreme that is, 5 for the other relative to the larger.
// 4,800 of them take 23.4 KB, within the 24 KB that a summary may take in the cache; as three
// numbers of 32 bits they would take 58 KB. The RMS gets most of the bits, because it is what is
// drawn by default.
struct BucketCode: Sendable, Equatable {
  static let bits = 39

  let word: UInt64

  /// A bucket within a gap: the last five bits of a measured bucket are never all zero.
  static let hole = BucketCode(word: 0)

  var isHole: Bool { word == 0 }

  init(word: UInt64) {
    self.word = word & (1 << UInt64(Self.bits) - 1)
  }

  /// The RMS and the peak to which the codes of one summary are relative.
  struct Scale {
    let levelFactor: Double
    let extremeFactor: Double

    init(loudest: Double, peak: Float) {
      levelFactor =
        if loudest > 0 {
          BucketCode.levelSteps / loudest
        } else {
          0
        }
      extremeFactor =
        if peak > 0 {
          BucketCode.extremeSteps / Double(peak)
        } else {
          0
        }
    }
  }

  init(_ bucket: Bucket, level: Double, scale: Scale) {
    // A bucket whose larger extreme is the lowest value is coded upside down.
    let isUp = bucket.highest >= -bucket.lowest
    let larger = isUp ? bucket.highest : -bucket.lowest
    let other = isUp ? bucket.lowest : -bucket.highest
    let level = Self.steps(level * scale.levelFactor, atMost: Self.levelSteps)
    let extreme = Self.steps(Double(larger) * scale.extremeFactor, atMost: Self.extremeSteps)
    let ratio =
      if larger > 0 {
        other / larger
      } else {
        Float(0)
      }
    // From -1 to 1 in 31 steps around 16, so that 0 is left for holes. Half a step more rounds.
    let otherCode = UInt64(min(max(ratio * 15 + 16.5, 1), 31))
    let upBit: UInt64 = isUp ? 1 : 0
    word = level | extreme << 20 | upBit << 33 | otherCode << 34
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
    let isUp = word >> 33 & 1 == 1
    return if isUp {
      (other, extreme)
    } else {
      (-extreme, -other)
    }
  }

  // The largest numbers of 20 and of 13 bits, and of five bits around the middle.
  private static let levelSteps = Double(1 << 20 - 1)
  private static let extremeSteps = Double(1 << 13 - 1)
  private static let otherSteps = 15.0

  /// Returns the nearest step; the value may be infinite if the scale is almost zero.
  private static func steps(_ value: Double, atMost maximum: Double) -> UInt64 {
    guard value > 0 else { return 0 }
    return UInt64(min(value, maximum) + 0.5)
  }
}
