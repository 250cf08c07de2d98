import CLanes

/// The XXH3 hash of 128 bits without a seed: github.com/Cyan4973/xxHash, doc/xxhash_spec.md.
enum XXH3 {
  static func digest(of bytes: borrowing RawSpan) -> ContentDigest {
    switch bytes.byteCount {
    case 0...16: ofUpTo16(bytes)
    case 17...240: ofUpTo240(bytes)
    default: ofMore(bytes)
    }
  }

  // Longer input: eight accumulators take 64 bytes at a time and are scrambled after every 1024.

  private static func ofMore(_ bytes: borrowing RawSpan) -> ContentDigest {
    var accumulators = XXH3Accumulators()
    let start = accumulators.addBlocks(bytes, from: 0)
    accumulators.addEnd(bytes, from: start)
    return accumulators.digest(ofByteCount: bytes.byteCount)
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

// Every length up to 240 bytes has a formula of its own in the specification, of which the names and
// the offsets into the secret are. They are spelled as there, to be compared line by line.
extension XXH3 {
  static func ofUpTo16(_ bytes: borrowing RawSpan) -> ContentDigest {
    switch bytes.byteCount {
    case 9...16: of9To16(bytes)
    case 4...8: of4To8(bytes)
    case 1...3: of1To3(bytes)
    default:
      ContentDigest(
        high: longAvalanche(secret(80) ^ secret(88)),
        low: longAvalanche(secret(64) ^ secret(72))
      )
    }
  }

  static func ofUpTo240(_ bytes: borrowing RawSpan) -> ContentDigest {
    let count = bytes.byteCount
    var sum = (low: UInt64(count) &* Prime.a, high: UInt64(0))
    if count <= 128 {
      // From both ends inwards, the middle first.
      for step in stride(from: (count - 1) / 32, through: 0, by: -1) {
        mix(bytes, at: step * 16, and: count - 16 - step * 16, secret: step * 32, into: &sum)
      }
    } else {
      // The first 128 bytes, all whole steps of 32 after them, and the last 32 once more.
      for end in stride(from: 32, to: 160, by: 32) {
        mix(bytes, at: end - 32, and: end - 16, secret: end - 32, into: &sum)
      }
      sum = (low: avalanche(sum.low), high: avalanche(sum.high))
      for end in stride(from: 160, through: count, by: 32) {
        mix(bytes, at: end - 32, and: end - 16, secret: 3 + end - 160, into: &sum)
      }
      mix(bytes, at: count - 16, and: count - 32, secret: 136 - 17 - 16, into: &sum)
    }

    let low = sum.low &+ sum.high
    let high = sum.low &* Prime.a &+ sum.high &* Prime.d &+ UInt64(count) &* Prime.b
    return ContentDigest(high: 0 &- avalanche(high), low: avalanche(low))
  }

  private static func of1To3(_ bytes: borrowing RawSpan) -> ContentDigest {
    let count = bytes.byteCount
    let first = UInt32(bytes.byte(0))
    let middle = UInt32(bytes.byte(count / 2))
    let last = UInt32(bytes.byte(count - 1))
    let low = first << 16 | middle << 24 | last | UInt32(count) << 8
    let turned = low.byteSwapped
    let high = turned << 13 | turned >> 19

    // Words of 32 bits of the secret: the lower half of one of 64.
    let highKey = (secret(8) ^ secret(12)) & 0xFFFF_FFFF
    let lowKey = (secret(0) ^ secret(4)) & 0xFFFF_FFFF
    return ContentDigest(
      high: longAvalanche(UInt64(high) ^ highKey),
      low: longAvalanche(UInt64(low) ^ lowKey)
    )
  }

  private static func of4To8(_ bytes: borrowing RawSpan) -> ContentDigest {
    let count = bytes.byteCount
    // Both halves overlap in fewer than eight bytes.
    let word = UInt64(bytes.word32(0)) | UInt64(bytes.word32(count - 4)) << 32
    let keyed = word ^ secret(16) ^ secret(24)
    var (high, low) = keyed.multipliedFullWidth(by: Prime.a &+ UInt64(count) << 2)
    high &+= low << 1
    low ^= high >> 3
    low = (low ^ low >> 35) &* 0x9FB2_1C65_1E98_DF25
    return ContentDigest(high: avalanche(high), low: low ^ low >> 28)
  }

  private static func of9To16(_ bytes: borrowing RawSpan) -> ContentDigest {
    let count = bytes.byteCount
    let first = bytes.word(0)
    let last = bytes.word(count - 8)
    let mixed = first ^ last ^ secret(32) ^ secret(40)
    var (high, low) = mixed.multipliedFullWidth(by: Prime.a)
    low &+= UInt64(count - 1) << 54
    let keyed = last ^ secret(48) ^ secret(56)
    high &+= keyed &+ (keyed & 0xFFFF_FFFF) &* (Prime.shortB - 1)
    low ^= high.byteSwapped
    let product = low.multipliedFullWidth(by: Prime.b)
    return ContentDigest(
      high: avalanche(product.high &+ high &* Prime.b),
      low: avalanche(product.low)
    )
  }

  /// Adds sixteen bytes at each of two offsets.
  private static func mix(
    _ bytes: borrowing RawSpan,
    at one: Int,
    and other: Int,
    secret at: Int,
    into sum: inout (low: UInt64, high: UInt64)
  ) {
    let a = bytes.word(one)
    let b = bytes.word(one + 8)
    let c = bytes.word(other)
    let d = bytes.word(other + 8)
    let first = fold(a ^ secret(at), b ^ secret(at + 8))
    let second = fold(c ^ secret(at + 16), d ^ secret(at + 24))
    // Each half takes a little of the other sixteen bytes too.
    sum.low = (sum.low &+ first) ^ (c &+ d)
    sum.high = (sum.high &+ second) ^ (a &+ b)
  }

  /// Mixes a hash as XXH64 does, for input of at most three bytes.
  private static func longAvalanche(_ hash: UInt64) -> UInt64 {
    var hash = (hash ^ hash >> 33) &* Prime.b
    hash = (hash ^ hash >> 29) &* Prime.c
    return hash ^ hash >> 32
  }
}

/// The eight accumulators of XXH3 for more than 240 bytes.
struct XXH3Accumulators {
  /// The bytes after which the accumulators are scrambled: sixteen stripes.
  static let blockLength = 16 * stripeLength
  /// The bytes that are added at once, eight to each accumulator.
  static let stripeLength = 64
  private static let secretLength = 192

  // Loops over the accumulators are in C (`CLanes`), which uses AVX2 where there is any: measured, 56 GB/s
  // instead of 26. Swift compiles for processors without it.
  private var accumulators: InlineArray<8, UInt64> = [
    XXH3.Prime.shortC,
    XXH3.Prime.a,
    XXH3.Prime.b,
    XXH3.Prime.c,
    XXH3.Prime.d,
    XXH3.Prime.shortB,
    XXH3.Prime.e,
    XXH3.Prime.shortA,
  ]

  /// Adds all blocks of 1024 bytes that are followed by another byte, as the last block is treated
  /// differently; returns the offset of the rest.
  mutating func addBlocks(_ bytes: borrowing RawSpan, from start: Int) -> Int {
    let blocks = (bytes.byteCount - start - 1) / Self.blockLength
    add(bytes, from: start, stripes: 16 * blocks)
    return start + blocks * Self.blockLength
  }

  /// Adds the last block, then the last 64 bytes once more, which may begin before that block.
  mutating func addEnd(_ bytes: borrowing RawSpan, from start: Int) {
    add(bytes, from: start, stripes: (bytes.byteCount - 1 - start) / Self.stripeLength)
    // With the last stripe of the secret, moved by seven bytes.
    let secret = Self.secretLength - Self.stripeLength - 7
    add(bytes, from: bytes.byteCount - Self.stripeLength, stripes: 1, secret: secret)
  }

  /// Returns the digest after all bytes have been added.
  func digest(ofByteCount count: Int) -> ContentDigest {
    let length = UInt64(count)
    return ContentDigest(
      high: merged(
        secret: Self.secretLength - Self.stripeLength - 11,
        start: ~(length &* XXH3.Prime.b)
      ),
      low: merged(secret: 11, start: length &* XXH3.Prime.a)
    )
  }

  /// Adds stripes of 64 bytes, and scrambles the accumulators after every sixteenth.
  private mutating func add(
    _ bytes: borrowing RawSpan,
    from start: Int,
    stripes: Int,
    secret at: Int = 0
  ) {
    precondition(start >= 0 && stripes >= 0)
    precondition(Self.stripeLength * stripes <= bytes.byteCount - start)
    // C reads the stripes that were checked above, 192 bytes of the secret, and writes eight words.
    unsafe withUnsafeMutableBytes(of: &accumulators) { accumulators in
      unsafe XXH3.withSecret { secret in
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe lanes_digest(
            accumulators.baseAddress,
            bytes.baseAddress,
            start,
            stripes,
            secret + at
          )
        }
      }
    }
  }

  /// Folds the accumulators into 64 bits, two at a time, with the secret from a byte offset on.
  private func merged(secret at: Int, start: UInt64) -> UInt64 {
    var sum = start
    for lane in stride(from: 0, to: 8, by: 2) {
      let first = XXH3.secret(at + 8 * lane)
      let second = XXH3.secret(at + 8 * lane + 8)
      sum &+= XXH3.fold(accumulators[lane] ^ first, accumulators[lane + 1] ^ second)
    }
    return XXH3.avalanche(sum)
  }
}
