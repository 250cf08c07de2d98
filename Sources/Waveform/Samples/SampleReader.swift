import WavethumbBytes

/// Reads samples of one format from raw bytes, as Float.
protocol SampleReader {
  static var bytesPerSample: Int { get }
  static var isBig: Bool { get }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float>
  /// Reads eight frames of two channels: those of the first, followed by those of the second.
  static func eightPairs(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float>

  // Requirements, so that the compiler makes a copy for each format: a block needs one dispatch.
  static func tally(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    samples: Int,
    into bucket: inout Bucket
  )
  static func tallySingly(
    _ bytes: borrowing RawSpan,
    from position: Int,
    frames: Int,
    channels: Int,
    inPairs: Bool,
    into buckets: inout [Bucket]
  )
  static func readPlanes(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    frames: Int,
    into planes: inout SamplePlanes
  )
}

extension SampleReader {
  @inline(__always)
  static func eightPairs(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let values = sixteen(bytes, at: offset)
    return SIMD16(lowHalf: values.evenHalf, highHalf: values.oddHalf)
  }
}

extension SampleFormat {
  var reader: any SampleReader.Type {
    switch (encoding, bigEndian) {
    case (.int16, false): Int16Little.self
    case (.int16, true): Int16Big.self
    case (.float32, false): Float32Little.self
    case (.float32, true): Float32Big.self
    case (.int24, false): Int24Little.self
    case (.int24, true): Int24Big.self
    case (.int32, false): Int32Little.self
    case (.int32, true): Int32Big.self
    }
  }
}

// A type for each format: generic ones would share code that calls a function per vector.
enum Int16Little: Int16Reader { static var isBig: Bool { false } }
enum Int16Big: Int16Reader { static var isBig: Bool { true } }
enum Float32Little: Float32Reader { static var isBig: Bool { false } }
enum Float32Big: Float32Reader { static var isBig: Bool { true } }
enum Int24Little: Int24Reader { static var isBig: Bool { false } }
enum Int24Big: Int24Reader { static var isBig: Bool { true } }
enum Int32Little: Int32Reader { static var isBig: Bool { false } }
enum Int32Big: Int32Reader { static var isBig: Bool { true } }

protocol Float32Reader: SampleReader {}

extension Float32Reader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    Float(bitPattern: bytes.load(UInt32.self, at: offset, bigEndian: isBig))
  }
  @inline(__always)
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = bytes.load(SIMD16<UInt32>.self, at: offset)
    return isBig ? words.byteSwapped.asFloats : words.asFloats
  }
}

protocol Int16Reader: SampleReader {}

extension Int16Reader {
  static var bytesPerSample: Int { 2 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    Float(bytes.load(Int16.self, at: offset, bigEndian: isBig)) * 0x1p-15
  }
  @inline(__always)
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = bytes.load(SIMD16<Int16>.self, at: offset)
    let samples = isBig ? words.byteSwapped : words
    return SIMD16<Float>(nearest: SIMD16<Int32>(samples)) * 0x1p-15
  }
  @inline(__always)
  static func eightPairs(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let stored = bytes.load(SIMD16<Int16>.self, at: offset)
    let samples = isBig ? stored.byteSwapped : stored
    // A pair is one word of 32 bits. Shifts separate its halves and extend their signs, without a
    // shuffle of vectors.
    let pairs = samples.asInt32
    let first = (pairs &<< 16) &>> 16
    let second = pairs &>> 16
    let words = SIMD16(lowHalf: first, highHalf: second)
    return SIMD16<Float>(nearest: words) * 0x1p-15
  }
}

protocol Int32Reader: SampleReader {}

extension Int32Reader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    Float(bytes.load(Int32.self, at: offset, bigEndian: isBig)) * 0x1p-31
  }
  @inline(__always)
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = bytes.load(SIMD16<UInt32>.self, at: offset)
    let samples = isBig ? words.byteSwapped : words
    return SIMD16<Float>(nearest: samples.asSigned) * 0x1p-31
  }
}

protocol Int24Reader: SampleReader {}

extension Int24Reader {
  static var bytesPerSample: Int { 3 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    // Two loads, because one of four bytes would reach beyond the last sample.
    let highOffset = isBig ? offset : offset + 2
    let lowOffset = isBig ? offset + 1 : offset
    let high = bytes.load(Int8.self, at: highOffset)
    let low = bytes.load(UInt16.self, at: lowOffset, bigEndian: isBig)
    return Float(Int32(high) << 16 | Int32(low)) * 0x1p-23
  }
  @inline(__always)
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    var (a, b, c) = triplets(bytes, at: offset)
    // Each sample is moved to the upper 24 bits of a word, which have its sign. The lowest byte is
    // left over from a neighbor, and `joined` clears it.
    guard isBig else {
      return joined(a &<< 8, b &<< 16 | (a &>> 24) &<< 8, c &<< 24 | (b &>> 16) &<< 8, c)
    }
    a = a.byteSwapped
    b = b.byteSwapped
    c = c.byteSwapped
    return joined(a, a &<< 24 | (b &>> 16) &<< 8, b &<< 16 | (c &>> 24) &<< 8, c &<< 8)
  }
}

/// Splits twelve words of 48 bytes into the first, second and third word of each triplet.
private func triplets(
  _ bytes: borrowing RawSpan,
  at offset: Int
) -> (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>) {
  let a = bytes.load(SIMD4<UInt32>.self, at: offset)
  let b = bytes.load(SIMD4<UInt32>.self, at: offset + 16)
  let c = bytes.load(SIMD4<UInt32>.self, at: offset + 32)
  let first = SIMD4(a.x, a.w, b.z, c.y)
  let second = SIMD4(a.y, b.x, b.w, c.z)
  let third = SIMD4(a.z, b.y, c.x, c.w)
  return (first, second, third)
}

/// Joins sixteen samples in order, from words whose upper 24 bits hold every fourth sample.
// Scaled as numbers of 32 bits, whose lowest byte is 0: so no sign has to be extended.
private func joined(
  _ a: SIMD4<UInt32>,
  _ b: SIMD4<UInt32>,
  _ c: SIMD4<UInt32>,
  _ d: SIMD4<UInt32>
) -> SIMD16<Float> {
  func levels(_ words: SIMD4<UInt32>) -> SIMD4<Float> {
    SIMD4<Float>((words & 0xFFFF_FF00).asSigned) * 0x1p-31
  }
  let rows = transposed(levels(a), levels(b), levels(c), levels(d))
  return SIMD16(
    lowHalf: SIMD8(lowHalf: rows.first, highHalf: rows.second),
    highHalf: SIMD8(lowHalf: rows.third, highHalf: rows.fourth)
  )
}
