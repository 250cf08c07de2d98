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
