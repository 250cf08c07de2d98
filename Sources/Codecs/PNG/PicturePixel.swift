/// A pixel as a color (`UInt32`) or as the index of a color (`UInt8`).
protocol PicturePixel: FixedWidthInteger, UnsignedInteger, BitwiseCopyable {
  /// Returns one bit for each pixel of a chunk that differs from that of another.
  static func differences(_ chunk: UnsafeRawPointer, _ other: UnsafeRawPointer) -> UInt32
}

extension UInt32: PicturePixel {
  @inline(__always)
  static func differences(_ chunk: UnsafeRawPointer, _ other: UnsafeRawPointer) -> UInt32 {
    var bits = SIMD4<UInt32>.zero
    for part in 0..<4 {
      let a = unsafe chunk.loadUnaligned(fromByteOffset: part &* 16, as: SIMD4<UInt32>.self)
      let b = unsafe other.loadUnaligned(fromByteOffset: part &* 16, as: SIMD4<UInt32>.self)
      let ones = SIMD4<UInt32>(1, 2, 4, 8) &<< UInt32(truncatingIfNeeded: part &* 4)
      bits |= SIMD4<UInt32>.zero.replacing(with: ones, where: a .!= b)
    }
    return bits.wrappedSum()
  }
}

extension UInt8: PicturePixel {
  @inline(__always)
  static func differences(_ chunk: UnsafeRawPointer, _ other: UnsafeRawPointer) -> UInt32 {
    let a = unsafe chunk.loadUnaligned(as: SIMD2<UInt64>.self)
    let b = unsafe other.loadUnaligned(as: SIMD2<UInt64>.self)
    let differ = a ^ b
    return if differ[0] | differ[1] == 0 {
      0
    } else {
      nonzeroBytes(differ[0]) | nonzeroBytes(differ[1]) &<< 8
    }
  }

  /// Returns one bit for each byte that is not 0.
  @inline(__always)
  private static func nonzeroBytes(_ word: UInt64) -> UInt32 {
    let word = word.littleEndian
    // Sets the highest bit of each such byte, then gathers the eight bits in one byte.
    let highest = (word & 0x7F7F_7F7F_7F7F_7F7F &+ 0x7F7F_7F7F_7F7F_7F7F | word) &>> 7
    let bits = ((highest & 0x0101_0101_0101_0101) &* 0x0102_0408_1020_4080) &>> 56
    return UInt32(truncatingIfNeeded: bits)
  }
}
