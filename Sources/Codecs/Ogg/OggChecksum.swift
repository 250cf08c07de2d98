/// The CRC-32 of Ogg, whose bits run from the highest to the lowest, eight bytes at a time.
struct OggChecksum {
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var value = value
    unsafe Self.tables.withUnsafeBufferPointer { tables in
      var position = 0
      while position &+ 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).bigEndian
        let first = value ^ UInt32(truncatingIfNeeded: word >> 32)
        let second = UInt32(truncatingIfNeeded: word)
        let high = unsafe tables[1792 &+ Int(first >> 24)] ^ tables[1536 &+ Int(first >> 16 & 255)]
        let low = unsafe tables[1280 &+ Int(first >> 8 & 255)] ^ tables[1024 &+ Int(first & 255)]
        let next = unsafe tables[768 &+ Int(second >> 24)] ^ tables[512 &+ Int(second >> 16 & 255)]
        let last = unsafe tables[256 &+ Int(second >> 8 & 255)] ^ tables[Int(second & 255)]
        value = high ^ low ^ next ^ last
        position &+= 8
      }
      while position < bytes.count {
        let byte = unsafe Int(value >> 24) ^ Int(bytes[position])
        value = unsafe value << 8 ^ tables[byte]
        position &+= 1
      }
    }
    self.value = value
  }

  mutating func add(_ source: ByteSource, _ range: Range<Int>) {
    var place = range.lowerBound
    while place < range.upperBound {
      let count = source.withBlock(at: place) { block in
        let part = block.extracting(first: range.upperBound - place)
        unsafe part.withUnsafeBytes { unsafe add($0) }
        return part.byteCount
      }
      if count == 0 { return }
      place += count
    }
  }

  /// Eight tables: the effect of a byte on the checksum when followed by zero to seven zeros.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte: UInt32 in 0..<256 {
      var value = byte << 24
      for _ in 0..<8 { value = value >> 31 == 1 ? value << 1 ^ 0x04C1_1DB7 : value << 1 }
      tables.append(value)
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(before << 8 ^ tables[Int(before >> 24)])
    }
    return tables
  }()
}
