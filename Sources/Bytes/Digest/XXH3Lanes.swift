import CLanes

/// The eight accumulators of XXH3 for more than 240 bytes.
struct XXH3Lanes {
  /// The bytes after which the lanes are scrambled: sixteen stripes.
  static let blockLength = 16 * stripeLength
  /// The bytes that are added at once, eight to each lane.
  static let stripeLength = 64
  private static let secretLength = 192

  // Loops over the lanes are in C (`CLanes`), which uses AVX2 where there is any: measured, 56 GB/s
  // instead of 26. Swift compiles for processors without it.
  private var lanes: InlineArray<8, UInt64> = [
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

  /// Adds stripes of 64 bytes, and scrambles the lanes after every sixteenth.
  private mutating func add(
    _ bytes: borrowing RawSpan,
    from start: Int,
    stripes: Int,
    secret at: Int = 0
  ) {
    precondition(start >= 0 && stripes >= 0)
    precondition(Self.stripeLength * stripes <= bytes.byteCount - start)
    // C reads the stripes that were checked above, 192 bytes of the secret, and writes eight words.
    unsafe withUnsafeMutableBytes(of: &lanes) { lanes in
      unsafe XXH3.withSecret { secret in
        unsafe bytes.withUnsafeBytes { bytes in
          unsafe lanes_digest(lanes.baseAddress, bytes.baseAddress, start, stripes, secret + at)
        }
      }
    }
  }

  /// Folds the lanes into 64 bits, two at a time, with the secret from a byte offset on.
  private func merged(secret at: Int, start: UInt64) -> UInt64 {
    var sum = start
    for lane in stride(from: 0, to: 8, by: 2) {
      let first = XXH3.secret(at + 8 * lane)
      let second = XXH3.secret(at + 8 * lane + 8)
      sum &+= XXH3.fold(lanes[lane] ^ first, lanes[lane + 1] ^ second)
    }
    return XXH3.avalanche(sum)
  }
}
