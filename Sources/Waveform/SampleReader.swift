/// Reads samples of one format from raw bytes, as Float.
protocol SampleReader {
  static var bytesPerSample: Int { get }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float>
}

enum Float32Little: SampleReader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    Float(bitPattern: bytes.load(UInt32.self, at: offset))
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    bytes.load(SIMD16<Float>.self, at: offset)
  }
}

enum Float32Big: SampleReader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let word = bytes.load(UInt32.self, at: offset)
    return Float(bitPattern: word.byteSwapped)
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = bytes.load(SIMD16<UInt32>.self, at: offset)
    return words.byteSwapped.asFloats
  }
}

enum Int16Little: SampleReader {
  static var bytesPerSample: Int { 2 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    Float(bytes.load(Int16.self, at: offset)) * 0x1p-15
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = bytes.load(SIMD16<Int16>.self, at: offset)
    return words.asFloats * 0x1p-15
  }
}

enum Int16Big: SampleReader {
  static var bytesPerSample: Int { 2 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let word = bytes.load(Int16.self, at: offset)
    return Float(word.byteSwapped) * 0x1p-15
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = bytes.load(SIMD16<Int16>.self, at: offset)
    return words.byteSwapped.asFloats * 0x1p-15
  }
}

enum Int32Little: SampleReader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    Float(bytes.load(Int32.self, at: offset)) * 0x1p-31
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = bytes.load(SIMD16<Int32>.self, at: offset)
    return SIMD16<Float>(nearest: words) * 0x1p-31
  }
}

enum Int32Big: SampleReader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let word = bytes.load(Int32.self, at: offset)
    return Float(word.byteSwapped) * 0x1p-31
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = bytes.load(SIMD16<UInt32>.self, at: offset)
    return SIMD16<Float>(nearest: words.byteSwapped.asSigned) * 0x1p-31
  }
}

enum Int24Little: SampleReader {
  static var bytesPerSample: Int { 3 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let low = bytes.load(UInt16.self, at: offset)
    let high = bytes.load(Int8.self, at: offset + 2)
    return Float(Int32(high) << 16 | Int32(low)) * 0x1p-23
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let (a, b, c) = triplets(bytes, at: offset)
    return joined(a &<< 8, b &<< 16 | (a &>> 24) &<< 8, c &<< 24 | (b &>> 16) &<< 8, c)
  }
}

enum Int24Big: SampleReader {
  static var bytesPerSample: Int { 3 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let high = bytes.load(Int8.self, at: offset)
    let low = bytes.load(UInt16.self, at: offset + 1)
    return Float(Int32(high) << 16 | Int32(low.byteSwapped)) * 0x1p-23
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = triplets(bytes, at: offset)
    let (a, b, c) = (words.0.byteSwapped, words.1.byteSwapped, words.2.byteSwapped)
    return joined(a, a &<< 24 | (b &>> 16) &<< 8, b &<< 16 | (c &>> 24) &<< 8, c &<< 8)
  }
}

/// Splits twelve words of 48 bytes into the first, second and third word of each triplet.
private func triplets(
  _ bytes: borrowing RawSpan, at offset: Int
) -> (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>) {
  let a = bytes.load(SIMD4<UInt32>.self, at: offset)
  let b = bytes.load(SIMD4<UInt32>.self, at: offset + 16)
  let c = bytes.load(SIMD4<UInt32>.self, at: offset + 32)
  return (
    SIMD4(a.x, a.w, b.z, c.y), SIMD4(a.y, b.x, b.w, c.z), SIMD4(a.z, b.y, c.x, c.w)
  )
}

/// Joins sixteen samples in order, from words whose upper 24 bits hold every fourth sample.
private func joined(
  _ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>, _ c: SIMD4<UInt32>, _ d: SIMD4<UInt32>
) -> SIMD16<Float> {
  func levels(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
    SIMD4<Float>((words & 0xFFFF_FF00).asSigned) * 0x1p-31
  }
  let rows = transposed(levels(a), levels(b), levels(c), levels(d))
  return SIMD16(
    lowHalf: SIMD8(lowHalf: rows.0, highHalf: rows.1),
    highHalf: SIMD8(lowHalf: rows.2, highHalf: rows.3))
}

extension SIMD16<Int16> {
  /// Converts the numbers exactly.
  @inline(__always)
  fileprivate var asFloats: SIMD16<Float> {
    SIMD16<Float>(nearest: SIMD16<Int32>(self))
  }
}
