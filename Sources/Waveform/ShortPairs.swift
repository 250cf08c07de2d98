/// Eight times two neighbouring samples as 16-bit integers, for the formats that recordings mostly
/// have.
protocol ShortPairReader {
  /// The type that they are compared in, which holds the sum of two exactly.
  associatedtype Value: SIMDScalar & Comparable
  static var bytesPerSample: Int { get }
  /// Every sum of two of them is within these.
  static var bounds: ClosedRange<Value> { get }
  /// Whether no sample of so many groups of sixteen is beyond full scale.
  static func areWithinScale(_ bytes: borrowing RawSpan, at offset: Int, groups: Int) -> Bool
  /// The sixteen samples from an offset on: those at even places, and those at odd ones. Samples
  /// beyond full scale have to be clamped.
  static func pairs(
    _ bytes: borrowing RawSpan, at offset: Int, clamping: Bool
  ) -> (even: SIMD8<Value>, odd: SIMD8<Value>)
  static func sums(_ one: SIMD8<Value>, _ other: SIMD8<Value>) -> SIMD8<Value>
  // Each type says these itself: of a type that is not known, vectors are compared lane by lane.
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

/// Floats that are rounded to the nearest integer, of two neighbours to the even one; they stay
/// floats, which processors compare and add faster.
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

  /// By the bits without the sign, which are greater where the number is, and greatest in what is
  /// no number.
  static func areWithinScale(_ bytes: borrowing RawSpan, at offset: Int, groups: Int) -> Bool {
    let most = SIMD16<UInt32>(repeating: (Float(32767) / 32768).bitPattern)
    var differences = SIMD16<UInt32>.zero
    for group in 0..<groups {
      let words = bytes.load(SIMD16<UInt32>.self, at: offset &+ group &* 64)
      // Below zero, and so with the highest bit set, where a number is too great.
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
    // The last bit of 1.5 · 2^23 is worth 1: the sum is rounded as it should be.
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

  /// What is no number is 0.
  @inline(__always)
  private static func clamped(_ values: SIMD16<Float>) -> SIMD16<Float> {
    var values = values
    values.replace(with: 0, where: values .!= values)
    values.replace(with: 32767, where: values .> 32767)
    values.replace(with: -32768, where: values .< -32768)
    return values
  }
}

/// The lowest and the highest of pairs, lane by lane of the vectors.
struct PairExtremes<Reader: ShortPairReader> {
  private typealias Values = SIMD8<Reader.Value>

  private var low: (even: SIMD8<Reader.Value>, odd: SIMD8<Reader.Value>)
  private var high: (even: SIMD8<Reader.Value>, odd: SIMD8<Reader.Value>)
  private let isMixed: Bool

  /// Of pairs that are mixed there is only one lane.
  init(mixed: Bool) {
    let (most, least) = (
      Values(repeating: Reader.bounds.upperBound), Values(repeating: Reader.bounds.lowerBound)
    )
    low = (most, most)
    high = (least, least)
    isMixed = mixed
  }

  /// The extremes of what stood at even places, or of what was mixed.
  var even: (low: Int, high: Int) {
    let (low, high) = (Reader.whole(low.even.min()), Reader.whole(high.even.max()))
    // Half of a sum is cut toward zero, which keeps the order.
    return isMixed ? (low / 2, high / 2) : (low, high)
  }

  /// The extremes of what stood at odd places.
  var odd: (low: Int, high: Int) {
    (Reader.whole(low.odd.min()), Reader.whole(high.odd.max()))
  }

  /// Takes so many groups of sixteen samples.
  @inline(__always)
  mutating func add(_ bytes: borrowing RawSpan, at offset: Int, groups: Int, mixed: Bool) {
    // Masks are slow, and seldom needed.
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
