/// SHA-256 (FIPS 180-4). A content security policy names a script by this digest.
// Of a few scripts once a page, so that speed does not matter; a library for it would be one more.
package enum SHA256 {
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var state = initialState
    let padded = padded(bytes)
    for start in stride(from: 0, to: padded.count, by: blockLength) {
      add(padded[start..<start + blockLength], to: &state)
    }
    return state.flatMap(\.bigEndianBytes)
  }

  private static let blockLength = 64

  /// Appends a set bit, zeros, and the length in bits, up to whole blocks.
  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    let zeros = (blockLength - (bytes.count + 9) % blockLength) % blockLength
    let bits = UInt64(bytes.count) * 8
    return bytes + [0x80] + [UInt8](repeating: 0, count: zeros) + bits.bigEndianBytes
  }

  /// Returns the message schedule of a block: its sixteen words, and 48 that mix them.
  private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
    var words = (0..<16).map { index in block.bigEndian32(at: 4 * index) }
    for index in 16..<64 {
      let early = words[index - 15]
      let late = words[index - 2]
      let first = rotated(early, 7) ^ rotated(early, 18) ^ early >> 3
      let second = rotated(late, 17) ^ rotated(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    return words
  }

  /// Runs the 64 rounds of a block; the letters are those of the standard.
  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    let words = schedule(block)
    var a = state[0]
    var b = state[1]
    var c = state[2]
    var d = state[3]
    var e = state[4]
    var f = state[5]
    var g = state[6]
    var h = state[7]
    for round in 0..<64 {
      let choice = e & f ^ ~e & g
      let upper = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let first = h &+ upper &+ choice &+ roundConstants[round] &+ words[round]
      let majority = a & b ^ a & c ^ b & c
      let lower = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let second = lower &+ majority
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ second
    }

    // Added and not replaced, so that the block cannot be computed backwards.
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() {
      state[index] &+= value
    }
  }

  private static func rotated(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  /// The fractions of the square roots of the first eight primes.
  private static let initialState: [UInt32] = [
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]

  /// The fractions of the cube roots of the first 64 primes.
  private static let roundConstants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
  ]
}
