/// A 64-bit hash that is the same on every machine, for names and checksums of our own files.
///
/// Multiplies and folds words of eight bytes, with a strong finish. An attacker can make
/// collisions: use it only where a collision costs nothing but time.
// Swift's `Hasher` has another seed in each process, so that nothing on a disk can depend on it.
package struct StableHash: Sendable {
  private var state: UInt64

  // The start of FNV-1a: any number but 0 would do, which a leading word of 0 would leave as it is.
  package init(seed: UInt64 = 0) { state = 0xcbf2_9ce4_8422_2325 ^ seed }

  package mutating func add(_ word: UInt64) {
    // 2^64 divided by the golden ratio.
    state = (state ^ word) &* 0x9E37_79B9_7F4A_7C15
    state ^= state >> 32
  }

  package mutating func add(_ bytes: [UInt8]) { add(bytes, 0..<bytes.count) }

  package mutating func add(_ bytes: [UInt8], _ range: Range<Int>) {
    var offset = range.lowerBound
    while offset + 8 <= range.upperBound {
      add(bytes.number(at: offset, as: UInt64.self))
      offset += 8
    }
    var tail: UInt64 = 0
    for byte in bytes[offset..<range.upperBound] {
      tail = tail << 8 | UInt64(byte)
    }
    add(tail)
    // The length distinguishes a short text from the same text followed by zeros.
    add(UInt64(range.count))
  }

  package var value: UInt64 {
    // The finish of SplitMix64.
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  package static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    var hash = StableHash(seed: seed)
    hash.add(bytes)
    return hash.value
  }
}
