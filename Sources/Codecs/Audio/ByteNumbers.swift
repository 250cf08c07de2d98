/// Numbers in header bytes; what lies beyond the end reads as zeros.
extension RandomAccessCollection<UInt8> where Index == Int {
  func bigEndian32(at offset: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: bigEndian(at: offset, count: 4))
  }

  func littleEndian32(at offset: Int) -> UInt32 { bigEndian32(at: offset).byteSwapped }

  /// Seven bits a byte, as ID3 counts; nil when an eighth bit is set.
  func syncSafe32(at offset: Int) -> Int? {
    let word = bigEndian32(at: offset)
    guard word & 0x8080_8080 == 0 else { return nil }
    return Int(word >> 3 & 0xFE0_0000 | word >> 2 & 0x1F_C000 | word >> 1 & 0x3F80 | word & 0x7F)
  }

  func bigEndian64(at offset: Int) -> UInt64 { bigEndian(at: offset, count: 8) }

  func littleEndian64(at offset: Int) -> UInt64 { bigEndian64(at: offset).byteSwapped }

  func bigEndian16(at offset: Int) -> UInt16 {
    UInt16(truncatingIfNeeded: bigEndian(at: offset, count: 2))
  }

  func littleEndian16(at offset: Int) -> UInt16 { bigEndian16(at: offset).byteSwapped }

  private func bigEndian(at offset: Int, count: Int) -> UInt64 {
    var value: UInt64 = 0
    for place in offset..<offset + count {
      value =
        value << 8 | UInt64(indices.contains(startIndex + place) ? self[startIndex + place] : 0)
    }
    return value
  }
}
