/// Loads and bit patterns: the only `unsafe` code of this target but for calls of `CLanes`.
///
/// Every load is checked against the bounds, and every bit pattern is a valid number.
extension RawSpan {
  @inline(__always)
  func load<Vector: SIMD & BitwiseCopyable>(_ type: Vector.Type, at offset: Int) -> Vector {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type)
  }

  @inline(__always)
  func load<Word: FixedWidthInteger & BitwiseCopyable>(_ type: Word.Type, at offset: Int) -> Word {
    unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Loads a number in the given order of bytes.
  // Inlined, so that no branch is left where the order is a constant, as in the readers of one format.
  @inline(__always)
  func load<Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type,
    at offset: Int,
    bigEndian: Bool
  ) -> Word {
    let word = load(type, at: offset)
    return bigEndian ? word.byteSwapped : word
  }
}

extension RawSpan {
  /// Loads four floats from an offset that the caller has checked.
  @inline(__always)
  func loadUnchecked(at offset: Int) -> SIMD4<Float> {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD4<Float>.self)
  }

  /// Loads eight floats from an offset that the caller has checked.
  @inline(__always)
  func loadEightUnchecked(at offset: Int) -> SIMD8<Float> {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD8<Float>.self)
  }
}

// Bit casts between vectors of one size, of which every bit pattern is a number: the compiler has no
// safe spelling for them.

extension SIMD16<UInt32> {
  @inline(__always)
  var asFloats: SIMD16<Float> { unsafe unsafeBitCast(self, to: SIMD16<Float>.self) }

  @inline(__always)
  var asSigned: SIMD16<Int32> { unsafe unsafeBitCast(self, to: SIMD16<Int32>.self) }
}

extension SIMD4<UInt32> {
  @inline(__always)
  var asSigned: SIMD4<Int32> { unsafe unsafeBitCast(self, to: SIMD4<Int32>.self) }
}

extension SIMD4<Float> {
  @inline(__always)
  var asInt32: SIMD4<Int32> { unsafe unsafeBitCast(self, to: SIMD4<Int32>.self) }
}

extension SIMD4<Int32> {
  @inline(__always)
  var asFloats: SIMD4<Float> { unsafe unsafeBitCast(self, to: SIMD4<Float>.self) }
}

extension SIMD8<Float> {
  @inline(__always)
  var asInt32: SIMD8<Int32> { unsafe unsafeBitCast(self, to: SIMD8<Int32>.self) }
}

extension SIMD16<Float> {
  /// The lower 16 bits of each number.
  @inline(__always)
  var lowerHalves: SIMD16<Int16> {
    unsafe unsafeBitCast(self, to: SIMD32<Int16>.self).evenHalf
  }
}

extension SIMD16<Int16> {
  /// Neighbors as one word of 32 bits.
  @inline(__always)
  var asInt32: SIMD8<Int32> { unsafe unsafeBitCast(self, to: SIMD8<Int32>.self) }

  @inline(__always)
  var byteSwapped: SIMD16<Int16> {
    let words = unsafe unsafeBitCast(self, to: SIMD16<UInt16>.self)
    return unsafe unsafeBitCast(words &<< 8 | words &>> 8, to: SIMD16<Int16>.self)
  }
}

// The conversions of the standard library become a call per vector if several places use them.

extension SIMD16<Int32> {
  /// Converts the numbers exactly.
  @inline(__always)
  init(_ numbers: SIMD16<Int16>) {
    self = .zero
    for lane in 0..<16 {
      self[lane] = Int32(numbers[lane])
    }
  }
}

extension SIMD16<Float> {
  /// Rounds to the nearest numbers.
  @inline(__always)
  init(nearest numbers: SIMD16<Int32>) {
    self = .zero
    for lane in 0..<16 {
      self[lane] = Float(numbers[lane])
    }
  }
}

extension SIMD where Scalar == UInt32 {
  @inline(__always)
  var byteSwapped: Self {
    self &<< 24 | (self & 0xFF00) &<< 8 | (self &>> 8) & 0xFF00 | self &>> 24
  }
}

extension [UInt8] {
  mutating func append(_ bytes: borrowing RawSpan, from start: Int, count: Int) {
    precondition(start >= 0 && count >= 0 && count <= bytes.byteCount - start)
    guard count > 0 else { return }
    unsafe bytes.withUnsafeBytes { source in
      unsafe append(contentsOf: source[start..<start + count])
    }
  }
}

/// Calls `body` with the bytes of an array.
// `bytes` warns of padding between fields; numbers and vectors of them, all that is lent, have none.
@inline(__always)
func withSpan<Element: BitwiseCopyable, Value>(
  of array: [Element],
  _ body: (borrowing RawSpan) -> Value
) -> Value { unsafe body(array.span.bytes) }
