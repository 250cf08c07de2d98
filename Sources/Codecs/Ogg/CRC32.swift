/// The remainder of a division by the polynomial of CRC-32, eight bytes at a time.
// All pages are checked before decoding, so this is work beside that of the decoder; byte by byte,
// each step would have to wait for the table of the one before.
struct CRC32 {
  private(set) var remainder: UInt32
  private let tables: [UInt32]

  /// The checksum of Ogg, whose bits run from the highest to the lowest; its bytes are swapped, so
  /// that the next byte of the input always meets the lowest eight bits.
  static let ogg = CRC32(
    remainder: 0,
    tables: tables { byte in
      let effect = (0..<8).reduce(byte << 24) { value, _ in
        let isSet = value >> 31 == 1
        // The polynomial of RFC 3533.
        let polynomial: UInt32 = isSet ? 0x04C1_1DB7 : 0
        return value << 1 ^ polynomial
      }
      return effect.byteSwapped
    }
  )

  /// Returns eight tables: the effect of a byte when followed by zero to seven zeros.
  private static func tables(_ effect: (_ byte: UInt32) -> UInt32) -> [UInt32] {
    var tables = (0..<256).map(effect)
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(before >> 8 ^ tables[Int(before & 255)])
    }
    return tables
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var remainder = remainder
    unsafe tables.withUnsafeBufferPointer { tables in
      var position = 0
      while position &+ 8 <= bytes.count {
        let word =
          unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
          )
          ^ UInt64(remainder)
        remainder = 0
        for index in 0..<8 {
          let byte = Int(truncatingIfNeeded: word &>> UInt64(index &* 8)) & 255
          remainder ^= unsafe tables[(7 &- index) &* 256 &+ byte]
        }
        position &+= 8
      }
      while position < bytes.count {
        let byte = Int((remainder ^ UInt32(unsafe bytes[position])) & 255)
        remainder = unsafe remainder >> 8 ^ tables[byte]
        position &+= 1
      }
    }
    self.remainder = remainder
  }
}
