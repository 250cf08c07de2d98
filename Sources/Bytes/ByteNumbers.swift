/// Reads numbers from the head of an unchecked file; bytes beyond the end read as zeros.
// So a header that is cut off needs no check at each field: zeros are refused where they matter.
extension RandomAccessCollection<UInt8> where Index == Int {
  @inlinable package func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: bigEndian(at: offset, count: 4))
  }

  @inlinable package func littleEndian32(at offset: Int) -> UInt32 {
    bigEndian32(at: offset).byteSwapped
  }

  /// Reads an ID3 "syncsafe" integer of seven bits per byte; nil if an eighth bit is set.
  @inlinable package func syncSafe32(at offset: Int) -> Int? {
    let word = bigEndian32(at: offset)
    guard word & 0x8080_8080 == 0 else { return nil }
    // Two halves, as Swift 6.2 takes too long to type the whole in one expression.
    let upper: UInt32 = word >> 3 & 0xFE0_0000 | word >> 2 & 0x1F_C000
    let lower: UInt32 = word >> 1 & 0x3F80 | word & 0x7F
    return Int(upper | lower)
  }

  @inlinable package func bigEndian64(at offset: Int) -> UInt64 {
    bigEndian(at: offset, count: 8)
  }

  @inlinable package func littleEndian64(at offset: Int) -> UInt64 {
    bigEndian64(at: offset).byteSwapped
  }

  @inlinable package func bigEndian16(at offset: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: bigEndian(at: offset, count: 2))
  }

  @inlinable package func littleEndian16(at offset: Int) -> UInt16 {
    bigEndian16(at: offset).byteSwapped
  }

  @inlinable package func bigEndian(at offset: Int, count: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<offset + count {
      // Offsets come from files as well, and may be negative or beyond the end.
      let exists = 0..<self.count ~= index
      let byte: UInt8 = exists ? self[startIndex + index] : 0
      value = value << 8 | UInt64(byte)
    }
    return value
  }
}

extension FixedWidthInteger {
  /// The bytes, the most significant first.
  @inlinable package var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { shift in
      UInt8(truncatingIfNeeded: self >> Self(shift))
    }
  }
}

/// Reads numbers at offsets that are known to exist, in a layout of our own.
extension [UInt8] {
  /// Reads the little-endian number at `offset`; an offset beyond the end is a programming error.
  @inlinable package func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int,
    as type: Number.Type = Number.self
  ) -> Number {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    // All bytes of an integer are within the array, and any bits are a number.
    let loaded = unsafe withUnsafeBytes { bytes in
      unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }
    return Number(littleEndian: loaded)
  }

  @inlinable package mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(
    number: Number
  ) {
    // At once and not byte by byte: a summary has thousands. An integer has no padding.
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { bytes in
      unsafe append(contentsOf: bytes)
    }
  }
}
