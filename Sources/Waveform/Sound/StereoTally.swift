import WavethumbBytes

/// How far the two channels of a stereo pair are the same.
struct StereoTally: Sendable, Equatable {
  /// The sum of the products of their samples.
  var product = FixedSum()
  /// Whether all frames have equal samples.
  var isDual = false

  init() {}

  init(channels: Int) {
    // True until a pair of samples differs; only two channels can be the same.
    isDual = channels == 2
  }

  /// Adds the sums of the products of some ticks.
  mutating func add(products: ArraySlice<Float>) {
    product.add(products.reduce(0) { sum, product in sum + Double(product) })
  }

  /// Compares the channels of a unit, whose samples are `bytes`.
  mutating func compare(_ unit: SoundUnit, _ bytes: borrowing RawSpan) {
    // The first difference settles it for the whole recording.
    if isDual {
      isDual = Self.areEqual(unit, bytes)
    }
  }

  private static func areEqual(_ unit: SoundUnit, _ bytes: borrowing RawSpan) -> Bool {
    let left = unit.offset(0, 0)
    let right = unit.offset(1, 0)
    for frame in 0..<unit.frames
    where bytes.sample(at: left + 4 * frame) != bytes.sample(at: right + 4 * frame) {
      return false
    }
    return true
  }

  /// Appends the tally of the frames that follow.
  mutating func append(_ other: StereoTally) {
    product.append(other.product)
    isDual = isDual && other.isDual
  }
}
