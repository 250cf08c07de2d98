/// The eight accumulators of XXH3 for more than 240 bytes, in pairs as wide as a SIMD register.
struct XXH3Lanes {
  private typealias Pair = SIMD2<UInt64>

  private var a = Pair(XXH3.Prime.shortC, XXH3.Prime.a)
  private var b = Pair(XXH3.Prime.b, XXH3.Prime.c)
  private var c = Pair(XXH3.Prime.d, XXH3.Prime.shortB)
  private var d = Pair(XXH3.Prime.e, XXH3.Prime.shortA)

  /// Adds all blocks of 1024 bytes that are followed by another byte, as the last block is treated
  /// differently; returns the offset of the rest.
  mutating func addBlocks(_ bytes: borrowing RawSpan, from start: Int) -> Int {
    let blocks = (bytes.byteCount - start - 1) / 1024
    for block in 0..<blocks {
      add(bytes, from: start + block * 1024, stripes: 16)
      a = Self.scrambled(a, XXH3.secretPair(128))
      b = Self.scrambled(b, XXH3.secretPair(144))
      c = Self.scrambled(c, XXH3.secretPair(160))
      d = Self.scrambled(d, XXH3.secretPair(176))
    }
    return start + blocks * 1024
  }

  /// Adds the last block, then the last 64 bytes once more, which may begin before that block.
  mutating func addEnd(_ bytes: borrowing RawSpan, from start: Int) {
    add(bytes, from: start, stripes: (bytes.byteCount - 1 - start) / 64)
    add(bytes, bytes.byteCount - 64, secret: 192 - 64 - 7)
  }

  /// Returns the digest after all bytes have been added.
  func digest(ofByteCount count: Int) -> ContentDigest {
    let length = UInt64(count)
    return ContentDigest(
      high: merged(secret: 192 - 64 - 11, start: ~(length &* XXH3.Prime.b)),
      low: merged(secret: 11, start: length &* XXH3.Prime.a))
  }

  /// Adds stripes of 64 bytes, each with the secret shifted by eight more bytes.
  private mutating func add(_ bytes: borrowing RawSpan, from start: Int, stripes: Int) {
    var lanes = self
    for stripe in 0..<stripes {
      lanes.add(bytes, start &+ stripe &* 64, secret: stripe &* 8)
    }
    self = lanes
  }

  private func merged(secret at: Int, start: UInt64) -> UInt64 {
    var sum = start
    for (pair, offset) in [(a, 0), (b, 16), (c, 32), (d, 48)] {
      let keyed = pair ^ XXH3.secretPair(at + offset)
      sum &+= XXH3.fold(keyed[0], keyed[1])
    }
    return XXH3.avalanche(sum)
  }

  @inline(__always)
  private mutating func add(_ bytes: borrowing RawSpan, _ at: Int, secret: Int) {
    Self.add(bytes.pair(at), XXH3.secretPair(secret), to: &a)
    Self.add(bytes.pair(at &+ 16), XXH3.secretPair(secret &+ 16), to: &b)
    Self.add(bytes.pair(at &+ 32), XXH3.secretPair(secret &+ 32), to: &c)
    Self.add(bytes.pair(at &+ 48), XXH3.secretPair(secret &+ 48), to: &d)
  }

  /// Adds to each lane its neighbor's input and the product of the keyed halves of its own.
  @inline(__always)
  private static func add(_ input: Pair, _ secret: Pair, to lanes: inout Pair) {
    let keyed = input ^ secret
    let product = (keyed & 0xFFFF_FFFF) &* (keyed &>> 32)
    lanes &+= product &+ Pair(input[1], input[0])
  }

  @inline(__always)
  private static func scrambled(_ lanes: Pair, _ secret: Pair) -> Pair {
    (lanes ^ lanes &>> 47 ^ secret) &* Pair(repeating: XXH3.Prime.shortA)
  }
}
