/// Reads eight pairs of neighbouring samples as 16-bit integers, for the most common formats.
protocol ShortPairReader {
  /// The type in which values are compared, which holds the sum of two exactly.
  associatedtype Value: SIMDScalar & Comparable
  static var bytesPerSample: Int { get }
  /// The bounds of every sum of two values.
  static var bounds: ClosedRange<Value> { get }
  /// Returns whether no sample of so many groups of sixteen exceeds full scale.
  static func areWithinScale(_ bytes: borrowing RawSpan, at offset: Int, groups: Int) -> Bool
  /// Returns sixteen samples from an offset on: those at even positions and those at odd ones.
  /// Samples beyond full scale must be clamped.
  static func pairs(
    _ bytes: borrowing RawSpan, at offset: Int, clamping: Bool
  ) -> (even: SIMD8<Value>, odd: SIMD8<Value>)
  static func sums(_ one: SIMD8<Value>, _ other: SIMD8<Value>) -> SIMD8<Value>
  // Each type implements these: for a generic type, vectors would be compared lane by lane.
  static func lower(_ one: SIMD8<Value>, _ other: SIMD8<Value>) -> SIMD8<Value>
  static func higher(_ one: SIMD8<Value>, _ other: SIMD8<Value>) -> SIMD8<Value>
  static func whole(_ value: Value) -> Int
}

enum Int16Pairs: ShortPairReader {
  static var bytesPerSample: Int { 2 }
  static var bounds: ClosedRange<Int32> { -65536...65536 }

  static func areWithinScale(_ bytes: borrowing RawSpan, at offset: Int, groups: Int) -> Bool {
    true
  }

  @inline(__always)
  static func pairs(
    _ bytes: borrowing RawSpan, at offset: Int, clamping: Bool
  ) -> (even: SIMD8<Int32>, odd: SIMD8<Int32>) {
    let words = bytes.load(SIMD8<Int32>.self, at: offset)
    return ((words &<< 16) &>> 16, words &>> 16)
  }

  @inline(__always)
  static func sums(_ one: SIMD8<Int32>, _ other: SIMD8<Int32>) -> SIMD8<Int32> { one &+ other }

  @inline(__always)
  static func lower(_ one: SIMD8<Int32>, _ other: SIMD8<Int32>) -> SIMD8<Int32> {
    one.replacing(with: other, where: other .< one)
  }

  @inline(__always)
  static func higher(_ one: SIMD8<Int32>, _ other: SIMD8<Int32>) -> SIMD8<Int32> {
    one.replacing(with: other, where: other .> one)
  }

  static func whole(_ value: Int32) -> Int { Int(value) }
}

/// Rounds floats to the nearest integer, ties to even; they stay floats, which processors compare
/// and add faster.
protocol RoundedPairReader: ShortPairReader where Value == Float {
  static var fullScale: Float { get }
}

enum MPEGPairs: RoundedPairReader {
  static var fullScale: Float { 32768 }
}

enum XiphPairs: RoundedPairReader {
  static var fullScale: Float { 32767 }
}

extension RoundedPairReader {
  static var bytesPerSample: Int { 4 }
  static var bounds: ClosedRange<Float> { -65536...65536 }

  /// Compares the bits without the sign, which grow with the number and are largest for NaN.
  static func areWithinScale(_ bytes: borrowing RawSpan, at offset: Int, groups: Int) -> Bool {
    let most = SIMD16<UInt32>(repeating: (Float(32767) / 32768).bitPattern)
    var differences = SIMD16<UInt32>.zero
    for group in 0..<groups {
      let words = bytes.load(SIMD16<UInt32>.self, at: offset &+ group &* 64)
      // Negative, with the highest bit set, if a number is too large.
      differences |= most &- (words & 0x7FFF_FFFF)
    }
    let eight = differences.lowHalf | differences.highHalf
    let four = eight.lowHalf | eight.highHalf
    return (four.x | four.y | four.z | four.w) >> 31 == 0
  }

  @inline(__always)
  static func pairs(
    _ bytes: borrowing RawSpan, at offset: Int, clamping: Bool
  ) -> (even: SIMD8<Float>, odd: SIMD8<Float>) {
    var values = bytes.load(SIMD16<Float>.self, at: offset) * fullScale
    if clamping { values = clamped(values) }
    // The last bit of 1.5 · 2^23 is worth 1, so the sum is rounded correctly.
    let shift: Float = 12_582_912
    values = (values + shift) - shift
    return (values.evenHalf, values.oddHalf)
  }

  @inline(__always)
  static func sums(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> { one + other }

  @inline(__always)
  static func lower(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
    one.lower(other)
  }

  @inline(__always)
  static func higher(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
    one.higher(other)
  }

  static func whole(_ value: Float) -> Int { Int(value) }

  /// Clamps the values; NaN becomes 0.
  @inline(__always)
  private static func clamped(_ values: SIMD16<Float>) -> SIMD16<Float> {
    var values = values
    values.replace(with: 0, where: values .!= values)
    values.replace(with: 32767, where: values .> 32767)
    values.replace(with: -32768, where: values .< -32768)
    return values
  }
}

/// The lowest and the highest of pairs, by vector lane.
struct PairExtremes<Reader: ShortPairReader> {
  private typealias Values = SIMD8<Reader.Value>

  private var low: (even: SIMD8<Reader.Value>, odd: SIMD8<Reader.Value>)
  private var high: (even: SIMD8<Reader.Value>, odd: SIMD8<Reader.Value>)
  private let isMixed: Bool

  /// Creates extremes; mixed pairs have only one lane.
  init(mixed: Bool) {
    let (most, least) = (
      Values(repeating: Reader.bounds.upperBound), Values(repeating: Reader.bounds.lowerBound)
    )
    low = (most, most)
    high = (least, least)
    isMixed = mixed
  }

  /// The extremes at even positions, or of the mix.
  var even: (low: Int, high: Int) {
    let (low, high) = (Reader.whole(low.even.min()), Reader.whole(high.even.max()))
    // Half of a sum is rounded toward zero, which keeps the order.
    return isMixed ? (low / 2, high / 2) : (low, high)
  }

  /// The extremes at odd positions.
  var odd: (low: Int, high: Int) {
    (Reader.whole(low.odd.min()), Reader.whole(high.odd.max()))
  }

  /// Adds the given number of groups of sixteen samples.
  @inline(__always)
  mutating func add(_ bytes: borrowing RawSpan, at offset: Int, groups: Int, mixed: Bool) {
    // Masks are slow, and rarely necessary.
    if Reader.areWithinScale(bytes, at: offset, groups: groups) {
      add(bytes, at: offset, groups: groups, mixed: mixed, clamping: false)
    } else {
      add(bytes, at: offset, groups: groups, mixed: mixed, clamping: true)
    }
  }

  @inline(__always)
  private mutating func add(
    _ bytes: borrowing RawSpan, at offset: Int, groups: Int, mixed: Bool, clamping: Bool
  ) {
    var offset = offset
    var (low, high) = (low, high)
    defer { (self.low, self.high) = (low, high) }
    for _ in 0..<groups {
      let (even, odd) = Reader.pairs(bytes, at: offset, clamping: clamping)
      if mixed {
        let sums = Reader.sums(even, odd)
        low.even = Reader.lower(low.even, sums)
        high.even = Reader.higher(high.even, sums)
      } else {
        low.even = Reader.lower(low.even, even)
        high.even = Reader.higher(high.even, even)
        low.odd = Reader.lower(low.odd, odd)
        high.odd = Reader.higher(high.odd, odd)
      }
      offset += 16 * Reader.bytesPerSample
    }
  }
}
