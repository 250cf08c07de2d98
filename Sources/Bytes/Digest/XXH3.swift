/// The XXH3 hash of 128 bits without a seed: github.com/Cyan4973/xxHash, doc/xxhash_spec.md.
enum XXH3 {
  static func digest(of bytes: borrowing RawSpan) -> ContentDigest {
    switch bytes.byteCount {
    case 0...16: ofUpTo16(bytes)
    case 17...240: ofUpTo240(bytes)
    default: ofMore(bytes)
    }
  }

  // Longer input: eight lanes take 64 bytes at a time and are scrambled after every 1024.

  private static func ofMore(_ bytes: borrowing RawSpan) -> ContentDigest {
    var lanes = XXH3Lanes()
    let start = lanes.addBlocks(bytes, from: 0)
    lanes.addEnd(bytes, from: start)
    return lanes.digest(ofByteCount: bytes.byteCount)
  }

  /// Multiplies two words, and combines both halves of the product.
  static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.low ^ product.high
  }

  /// Mixes a hash so that each bit of the input changes half of its bits.
  static func avalanche(_ hash: UInt64) -> UInt64 {
    let mixed = (hash ^ hash >> 37) &* 0x1656_6791_9E37_79F9
    return mixed ^ mixed >> 32
  }

  /// The primes of xxHash, of 64 and of 32 bits.
  // From its specification: another value gives another digest than `xxh128sum`.
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

extension XXH3 {
  /// Returns the 64 bits at a byte offset of the secret.
  // The secret is bytes in the specification, and most offsets into it are not multiples of eight.
  @inline(__always)
  static func secret(_ at: Int) -> UInt64 {
    let word = at / 8
    let shift = UInt64(at % 8) * 8
    if shift == 0 { return defaultSecret[word] }
    return defaultSecret[word] >> shift | defaultSecret[word + 1] << (64 - shift)
  }

  static func withSecret(_ body: (UnsafeRawPointer) -> Void) {
    // The pointer is to a constant, and is not used after the call.
    unsafe withUnsafeBytes(of: defaultSecret) { secret in
      if let start = secret.baseAddress {
        unsafe body(start)
      }
    }
  }

  /// The default secret: 192 bytes as little-endian words.
  private static let defaultSecret: InlineArray<24, UInt64> = [
    0xBE4B_A423_396C_FEB8, 0x1CAD_21F7_2C81_017C, 0xDB97_9083_E96D_D4DE,
    0x1F67_B3B7_A4A4_4072, 0x78E5_C0CC_4EE6_79CB, 0x2172_FFCC_7DD0_5A82,
    0x8E24_43F7_7446_08B8, 0x4C26_3A81_E690_35E0, 0xCB00_C391_BB52_283C,
    0xA32E_531B_8B65_D088, 0x4EF9_0DA2_9748_6471, 0xD8AC_DEA9_46EF_1938,
    0x3F34_9CE3_3F76_FAA8, 0x1D4F_0BC7_C7BB_DCF9, 0x3159_B4CD_4BE0_518A,
    0x6473_78D9_C97E_9FC8, 0xC3EB_D334_83AC_C5EA, 0xEB63_13FA_FFA0_81C5,
    0x49DA_F0B7_51DD_0D17, 0x9E68_D429_2655_16D3, 0xFCA1_477D_58BE_162B,
    0xCE31_D07A_D1B8_F88F, 0x2804_1695_8F3A_CB45, 0x7E40_4BBB_CAFB_D7AF,
  ]
}

// The only unchecked reads of this folder: words at any byte, of any alignment. Every type loaded
// here may hold any bits, and the load checks each offset against the span.

extension RawSpan {
  @inline(__always)
  package func byte(_ at: Int) -> UInt8 {
    unsafe unsafeLoad(fromByteOffset: at, as: UInt8.self)
  }

  @inline(__always)
  func word32(_ at: Int) -> UInt32 {
    unsafe UInt32(littleEndian: unsafeLoadUnaligned(fromByteOffset: at, as: UInt32.self))
  }

  @inline(__always)
  package func word(_ at: Int) -> UInt64 {
    unsafe UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
  }
}
