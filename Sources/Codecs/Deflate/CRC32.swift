/// The checksum of PNG, zlib and gzip, eight bytes at a time.
struct CRC32 {
  private var state: UInt32 = ~0

  var value: UInt32 { ~state }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    unsafe Self.tables.withUnsafeBufferPointer { tables in
      var position = 0
      while position &+ 8 <= bytes.count {
        let word =
          unsafe UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          ^ UInt64(state)
        state = 0
        for place in 0..<8 {
          let byte = Int(truncatingIfNeeded: word &>> UInt64(place &* 8)) & 255
          state ^= unsafe tables[(7 &- place) &* 256 &+ byte]
        }
        position &+= 8
      }
      while position < bytes.count {
        let byte = Int((state ^ UInt32(unsafe bytes[position])) & 255)
        state = unsafe state >> 8 ^ tables[byte]
        position &+= 1
      }
    }
    self.state = state
  }

  /// Eight tables: what a byte does to the state when none to seven zeros follow it.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte: UInt32 in 0..<256 {
      var value = byte
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
      tables.append(value)
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(before >> 8 ^ tables[Int(before & 255)])
    }
    return tables
  }()
}
