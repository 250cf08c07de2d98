/// Reads samples of one format out of raw bytes, as Float.
protocol SampleReader {
  static var bytesPerSample: Int { get }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float>
}

/// The squares and extremes of integer samples, exact whatever their number.
struct IntegerTally: Sendable {
  var energy: UInt128 = 0
  var lowest: Int16 = .max
  var highest: Int16 = .min

  var isEmpty: Bool { lowest > highest }

  var bucket: Bucket {
    // 2^-30 is the square of the scale of 16 bits.
    Bucket(
      energy: Double(energy) * 0x1p-30, lowest: Float(lowest) * 0x1p-15,
      highest: Float(highest) * 0x1p-15)
  }
}

/// A run of samples whose squares may be summed in Float.
let runLength = 128

extension SampleReader {
  /// Adds consecutive runs to a bucket; the last may be shorter than the others.
  static func tally(
    _ bytes: borrowing RawSpan, at offset: Int, samples: Int, into bucket: inout Bucket
  ) {
    precondition(offset >= 0 && samples >= 0)
    precondition(samples <= (bytes.byteCount - offset) / bytesPerSample)
    var offset = offset
    var left = samples
    var low = SIMD16<Float>(repeating: bucket.lowest)
    var high = SIMD16<Float>(repeating: bucket.highest)
    while left >= 16 {
      let run = min(left, runLength) & ~15
      var squares = SIMD16<Float>.zero
      var (runLow, runHigh) = (low, high)
      var cursor = offset
      let end = offset + run * bytesPerSample
      while cursor < end {
        let values = sixteen(bytes, at: cursor)
        squares += values * values
        runLow.replace(with: values, where: values .< runLow)
        runHigh.replace(with: values, where: values .> runHigh)
        cursor += 16 * bytesPerSample
      }
      let sum = squares.pairwiseSum
      // NaN, infinity and what is beyond 1e15 end up here too.
      if sum < 1e30 {
        bucket.energy += Double(sum)
        (low, high) = (runLow, runHigh)
      } else {
        tallySlowly(bytes, at: offset, samples: run, into: &bucket)
      }
      offset = end
      left -= run
    }
    bucket.lowest = min(bucket.lowest, low.pairwiseMinimum)
    bucket.highest = max(bucket.highest, high.pairwiseMaximum)
    tallySlowly(bytes, at: offset, samples: left, into: &bucket)
  }

  /// Adds samples one by one in Double, those that are no numbers as 0.
  private static func tallySlowly(
    _ bytes: borrowing RawSpan, at offset: Int, samples: Int, into bucket: inout Bucket
  ) {
    var offset = offset
    for _ in 0..<samples {
      let sample = one(bytes, at: offset)
      let value = sample.magnitude <= .greatestFiniteMagnitude ? sample : 0
      bucket.energy += Double(value) * Double(value)
      bucket.lowest = min(bucket.lowest, value)
      bucket.highest = max(bucket.highest, value)
      offset += bytesPerSample
    }
  }
}

extension IntegerTally {
  mutating func add(
    _ bytes: borrowing RawSpan, at offset: Int, samples: Int, bigEndian: Bool
  ) {
    precondition(offset >= 0 && samples >= 0 && samples <= (bytes.byteCount - offset) / 2)
    var cursor = offset
    for _ in 0..<samples {
      let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: cursor, as: Int16.self)
      let value = bigEndian ? word.byteSwapped : word
      energy += UInt128(Int(value) * Int(value))
      lowest = min(lowest, value)
      highest = max(highest, value)
      cursor += 2
    }
  }
}

enum Float32Little: SampleReader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Float.self)
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<Float>.self)
  }
}

enum Float32Big: SampleReader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
    return Float(bitPattern: word.byteSwapped)
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD16<UInt32>.self)
    return unsafe unsafeBitCast(words.byteSwapped, to: SIMD16<Float>.self)
  }
}

enum Int16Little: SampleReader {
  static var bytesPerSample: Int { 2 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    Float(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Int16.self)) * 0x1p-15
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD16<Int16>.self)
    return SIMD16<Float>(words) * 0x1p-15
  }
}

enum Int16Big: SampleReader {
  static var bytesPerSample: Int { 2 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Int16.self)
    return Float(word.byteSwapped) * 0x1p-15
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD16<UInt16>.self)
    let swapped = SIMD16<Int16>(truncatingIfNeeded: words &<< 8 | words &>> 8)
    return SIMD16<Float>(swapped) * 0x1p-15
  }
}

enum Int32Little: SampleReader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    Float(unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Int32.self)) * 0x1p-31
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD16<Int32>.self)
    return SIMD16<Float>(words) * 0x1p-31
  }
}

enum Int32Big: SampleReader {
  static var bytesPerSample: Int { 4 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Int32.self)
    return Float(word.byteSwapped) * 0x1p-31
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    let words = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: offset, as: SIMD16<UInt32>.self)
    return SIMD16<Float>(SIMD16<Int32>(truncatingIfNeeded: words.byteSwapped)) * 0x1p-31
  }
}

enum Int24Little: SampleReader {
  static var bytesPerSample: Int { 3 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let low = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt16.self)
    let high = unsafe bytes.unsafeLoad(fromByteOffset: offset + 2, as: Int8.self)
    return Float(Int32(high) << 16 | Int32(low)) * 0x1p-23
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    var values = SIMD16<Float>.zero
    for index in 0..<16 { values[index] = one(bytes, at: offset + 3 * index) }
    return values
  }
}

enum Int24Big: SampleReader {
  static var bytesPerSample: Int { 3 }
  static func one(_ bytes: borrowing RawSpan, at offset: Int) -> Float {
    let high = unsafe bytes.unsafeLoad(fromByteOffset: offset, as: Int8.self)
    let low = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset + 1, as: UInt16.self)
    return Float(Int32(high) << 16 | Int32(low.byteSwapped)) * 0x1p-23
  }
  static func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Float> {
    var values = SIMD16<Float>.zero
    for index in 0..<16 { values[index] = one(bytes, at: offset + 3 * index) }
    return values
  }
}

extension SIMD16<UInt32> {
  var byteSwapped: SIMD16<UInt32> {
    self &<< 24 | (self & 0xFF00) &<< 8 | (self &>> 8) & 0xFF00 | self &>> 24
  }
}

extension SIMD16<Float> {
  /// The sum of all lanes, always in the same order.
  var pairwiseSum: Float {
    let eight = lowHalf + highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  var pairwiseMinimum: Float {
    let eight = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .< eight.lowHalf)
    return Swift.min(Swift.min(four.x, four.y), Swift.min(four.z, four.w))
  }

  var pairwiseMaximum: Float {
    let eight = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    let four = eight.lowHalf.replacing(with: eight.highHalf, where: eight.highHalf .> eight.lowHalf)
    return Swift.max(Swift.max(four.x, four.y), Swift.max(four.z, four.w))
  }
}

extension [UInt8] {
  /// Appends bytes of a span.
  mutating func append(_ bytes: borrowing RawSpan, from start: Int, count: Int) {
    precondition(start >= 0 && count >= 0 && count <= bytes.byteCount - start)
    guard count > 0 else { return }
    unsafe bytes.withUnsafeBytes { source in
      unsafe append(contentsOf: source[start..<start + count])
    }
  }
}

/// Lends the bytes of an array.
func lend<Element: BitwiseCopyable>(
  _ array: [Element], to body: (borrowing RawSpan) -> Void
) {
  unsafe body(array.span.bytes)
}
