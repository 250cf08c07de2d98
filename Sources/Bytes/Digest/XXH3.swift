/// The XXH3 hash of 128 bits without a seed: github.com/Cyan4973/xxHash, doc/xxhash_spec.md.
enum XXH3 {
  static func digest(of bytes: borrowing RawSpan) -> ContentDigest {
    switch bytes.byteCount {
    case 0...16: ofUpTo16(bytes)
    case 17...240: ofUpTo240(bytes)
    default: ofMore(bytes)
    }
  }

  // Longer input: eight lanes take 64 bytes at a time, and are scrambled after every 1024.

  private static func ofMore(_ bytes: borrowing RawSpan) -> ContentDigest {
    var lanes = XXH3Lanes()
    let start = lanes.addBlocks(bytes, from: 0)
    lanes.addEnd(bytes, from: start)
    return lanes.digest(ofByteCount: bytes.byteCount)
  }

  static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.low ^ product.high
  }

  static func avalanche(_ hash: UInt64) -> UInt64 {
    let mixed = (hash ^ hash >> 37) &* 0x1656_6791_9E37_79F9
    return mixed ^ mixed >> 32
  }

  /// The primes of xxHash, of 64 and of 32 bits.
  enum Prime {
    static let a: UInt64 = 0x9E37_79B1_85EB_CA87
    static let b: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    static let c: UInt64 = 0x1656_67B1_9E37_79F9
    static let d: UInt64 = 0x85EB_CA77_C2B2_AE63
    static let e: UInt64 = 0x27D4_EB2F_1656_67C5
    static let shortA: UInt64 = 0x9E37_79B1
    static let shortB: UInt64 = 0x85EB_CA77
    static let shortC: UInt64 = 0xC2B2_AE3D
  }
}
