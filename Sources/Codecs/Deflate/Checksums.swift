/// The checksum of zlib, computed from stretches that may repeat.
struct Adler32 {
  private static let modulus: UInt64 = 65521

  private var low: UInt64 = 1
  private var high: UInt64 = 0

  var value: UInt32 { UInt32(truncatingIfNeeded: high << 16 | low) }

  /// The sums of a stretch of bytes, independent of the bytes before.
  struct Stretch {
    fileprivate var count: UInt64 = 0
    fileprivate var sum: UInt64 = 0
    /// The sum of all bytes, each multiplied by the number of bytes from it to the end.
    fileprivate var weighted: UInt64 = 0

    /// A hash to distinguish stretches of equal length.
    var hash: UInt64 { (weighted << 20 ^ sum) &* 0x9E37_79B9_7F4A_7C15 }

    init(_ bytes: UnsafeRawBufferPointer) {
      count = UInt64(bytes.count)
      var position = 0
      while position &+ 16 <= bytes.count {
        let blocks = min(16, (bytes.count &- position) / 16)
        unsafe addBlocks(bytes, from: position, count: blocks)
        position &+= blocks &* 16
      }
      while position < bytes.count {
        sum &+= UInt64(unsafe bytes[position])
        weighted &+= sum
        position &+= 1
      }
    }

    /// At most sixteen blocks of sixteen bytes, so that no lane of sixteen bits overflows.
    @inline(__always)
    private mutating func addBlocks(_ bytes: UnsafeRawBufferPointer, from first: Int, count: Int) {
      var (sums, before, parts) = (SIMD16<UInt16>.zero, SIMD16<UInt16>.zero, SIMD16<UInt16>.zero)
      let weights = SIMD16<UInt16>(16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
      for block in 0..<count {
        let lanes = SIMD16<UInt16>(
          truncatingIfNeeded: unsafe bytes.loadUnaligned(
            fromByteOffset: first &+ block &* 16, as: SIMD16<UInt8>.self))
        before &+= sums
        sums &+= lanes
        parts &+= lanes &* weights
      }
      weighted &+= UInt64(count) &* 16 &* sum &+ 16 &* Self.total(before) &+ Self.total(parts)
      sum &+= Self.total(sums)
    }

    @inline(__always)
    private static func total(_ lanes: SIMD16<UInt16>) -> UInt64 {
      let pairs = unsafe unsafeBitCast(lanes, to: SIMD8<UInt32>.self)
      let sums = (pairs & 0xFFFF) &+ (pairs &>> 16)
      return UInt64(sums.wrappedSum())
    }
  }

  mutating func add(_ stretch: Stretch) {
    high = (high &+ stretch.count &* low &+ stretch.weighted) % Self.modulus
    low = (low &+ stretch.sum) % Self.modulus
  }
}

/// The remainder of a division by the polynomial of CRC-32, eight bytes at a time.
struct CRC32 {
  private(set) var remainder: UInt32
  private let tables: [UInt32]

  /// The complement of the checksum of PNG, zlib and gzip.
  static let png = CRC32(
    remainder: ~0,
    tables: tables { byte in
      (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    })

  /// The checksum of Ogg, whose bits run from the highest to the lowest; its bytes are swapped, so
  /// that the next byte of the input always meets the lowest eight bits.
  static let ogg = CRC32(
    remainder: 0,
    tables: tables { byte in
      (0..<8).reduce(byte << 24) { value, _ in
        value >> 31 == 1 ? value << 1 ^ 0x04C1_1DB7 : value << 1
      }.byteSwapped
    })

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
            littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          ^ UInt64(remainder)
        remainder = 0
        for place in 0..<8 {
          let byte = Int(truncatingIfNeeded: word &>> UInt64(place &* 8)) & 255
          remainder ^= unsafe tables[(7 &- place) &* 256 &+ byte]
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
