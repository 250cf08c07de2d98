/// Eight times two neighbouring samples as 16-bit integers, for the formats that recordings mostly
/// have.
protocol ShortPairReader {
  static var bytesPerSample: Int { get }
  /// The sixteen samples from an offset on: those at even places, and those at odd ones.
  static func pairs(
    _ bytes: borrowing RawSpan, at offset: Int
  ) -> (even: SIMD8<Int32>, odd: SIMD8<Int32>)
}

enum Int16Pairs: ShortPairReader {
  static var bytesPerSample: Int { 2 }

  @inline(__always)
  static func pairs(
    _ bytes: borrowing RawSpan, at offset: Int
  ) -> (even: SIMD8<Int32>, odd: SIMD8<Int32>) {
    let words = bytes.load(SIMD8<Int32>.self, at: offset)
    return ((words &<< 16) &>> 16, words &>> 16)
  }
}

/// Floats that are rounded to the nearest integer, of two neighbours to the even one.
protocol RoundedPairReader: ShortPairReader {
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

  @inline(__always)
  static func pairs(
    _ bytes: borrowing RawSpan, at offset: Int
  ) -> (even: SIMD8<Int32>, odd: SIMD8<Int32>) {
    let values = bytes.load(SIMD16<Float>.self, at: offset) * fullScale
    return (rounded(values.evenHalf), rounded(values.oddHalf))
  }

  /// What is no number is 0; what is beyond full scale is clamped.
  @inline(__always)
  private static func rounded(_ values: SIMD8<Float>) -> SIMD8<Int32> {
    var values = values
    values.replace(with: 0, where: values .!= values)
    values.replace(with: 32767, where: values .> 32767)
    values.replace(with: -32768, where: values .< -32768)
    // The last bit of 1.5 · 2^23 is worth 1: the sum is rounded as it should be, and its lower bits
    // are the integer.
    let shifted: Float = 12_582_912
    return (values + shifted).asWords &- Int32(bitPattern: shifted.bitPattern)
  }
}

/// The lowest and the highest of pairs, lane by lane of the vectors.
struct PairExtremes {
  private(set) var low: (even: SIMD8<Int32>, odd: SIMD8<Int32>)
  private(set) var high: (even: SIMD8<Int32>, odd: SIMD8<Int32>)

  init() {
    let (most, least) = (SIMD8<Int32>(repeating: 32767), SIMD8<Int32>(repeating: -32768))
    low = (most, most)
    high = (least, least)
  }

  /// Takes so many groups of sixteen samples; pairs that are mixed are one at the even place.
  @inline(__always)
  mutating func add<Reader: ShortPairReader>(
    _ reader: Reader.Type, _ bytes: borrowing RawSpan, at offset: Int, groups: Int, mixed: Bool
  ) {
    var offset = offset
    for _ in 0..<groups {
      var (even, odd) = Reader.pairs(bytes, at: offset)
      if mixed {
        let sum = even &+ odd
        // Half of it, toward zero.
        even = (sum &- sum &>> 31) &>> 1
        odd = even
      }
      low.even.replace(with: even, where: even .< low.even)
      high.even.replace(with: even, where: even .> high.even)
      if !mixed {
        low.odd.replace(with: odd, where: odd .< low.odd)
        high.odd.replace(with: odd, where: odd .> high.odd)
      }
      offset += 16 * Reader.bytesPerSample
    }
  }
}
