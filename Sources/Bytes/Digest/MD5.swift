/// A digest by MD5 (RFC 1321), which FLAC and broadcast WAV files keep of their samples.
// It proves nothing against people who forge files; it finds samples that have changed by themselves.
package struct MD5: Sendable, Equatable {
  private var state: InlineArray<4, UInt32> = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  private static let blockLength = 64

  package init() {}

  /// Adds the next bytes.
  package mutating func add(_ bytes: borrowing RawSpan) {
    count &+= UInt64(bytes.byteCount)
    var start = 0
    if !rest.isEmpty {
      start = min(Self.blockLength - rest.count, bytes.byteCount)
      rest.append(bytes, from: 0, count: start)
      guard rest.count == Self.blockLength else { return }
      let block = rest
      unsafe addBlocks(block.span.bytes, from: 0, count: 1)
      rest = []
    }

    let blocks = (bytes.byteCount - start) / Self.blockLength
    addBlocks(bytes, from: start, count: blocks)
    start += blocks * Self.blockLength
    rest.append(bytes, from: start, count: bytes.byteCount - start)
  }

  /// Returns the sixteen bytes of the digest.
  package consuming func finish() -> [UInt8] {
    // A set bit, zeros, and eight bytes with the length in bits, little-endian, up to a whole block.
    let bits = count &* 8
    let zeros = (2 * Self.blockLength - 9 - rest.count) % Self.blockLength
    var end: [UInt8] = [0x80]
    end += repeatElement(0, count: zeros)
    end += bits.bigEndianBytes.reversed()
    unsafe add(end.span.bytes)
    return (0..<4).flatMap { index in state[index].bigEndianBytes.reversed() }
  }

  private mutating func addBlocks(_ bytes: borrowing RawSpan, from start: Int, count: Int) {
    for block in 0..<count {
      addBlock(bytes, at: start + block * Self.blockLength)
    }
  }

  /// Adds a block of 64 bytes; a, b, c, d and the four functions are those of RFC 1321.
  private mutating func addBlock(_ bytes: borrowing RawSpan, at start: Int) {
    precondition(start >= 0 && start <= bytes.byteCount - Self.blockLength)
    var a = state[0]
    var b = state[1]
    var c = state[2]
    var d = state[3]
    func term(_ step: Int, _ word: Int) -> UInt32 {
      bytes.uncheckedWord32(start &+ 4 &* (word & 15)) &+ Self.constants[step]
    }
    var step = 0
    while step < 16 {
      a = b &+ (a &+ term(step, step) &+ (d ^ b & (c ^ d))).turned(by: 7)
      d = a &+ (d &+ term(step + 1, step + 1) &+ (c ^ a & (b ^ c))).turned(by: 12)
      c = d &+ (c &+ term(step + 2, step + 2) &+ (b ^ d & (a ^ b))).turned(by: 17)
      b = c &+ (b &+ term(step + 3, step + 3) &+ (a ^ c & (d ^ a))).turned(by: 22)
      step += 4
    }
    while step < 32 {
      // The two halves have no bit in common, so that they can be added, the one that depends on the
      // last step last.
      let word = 5 * step + 1
      a = b &+ (a &+ c & ~d &+ term(step, word) &+ b & d).turned(by: 5)
      d = a &+ (d &+ b & ~c &+ term(step + 1, word + 5) &+ a & c).turned(by: 9)
      c = d &+ (c &+ a & ~b &+ term(step + 2, word + 10) &+ d & b).turned(by: 14)
      b = c &+ (b &+ d & ~a &+ term(step + 3, word + 15) &+ c & a).turned(by: 20)
      step += 4
    }
    while step < 48 {
      let word = 3 * step + 5
      a = b &+ (a &+ term(step, word) &+ (c ^ d ^ b)).turned(by: 4)
      d = a &+ (d &+ term(step + 1, word + 3) &+ (b ^ c ^ a)).turned(by: 11)
      c = d &+ (c &+ term(step + 2, word + 6) &+ (a ^ b ^ d)).turned(by: 16)
      b = c &+ (b &+ term(step + 3, word + 9) &+ (d ^ a ^ c)).turned(by: 23)
      step += 4
    }
    while step < 64 {
      let word = 7 * step
      a = b &+ (a &+ term(step, word) &+ (c ^ (b | ~d))).turned(by: 6)
      d = a &+ (d &+ term(step + 1, word + 7) &+ (b ^ (a | ~c))).turned(by: 10)
      c = d &+ (c &+ term(step + 2, word + 14) &+ (a ^ (d | ~b))).turned(by: 15)
      b = c &+ (b &+ term(step + 3, word + 21) &+ (d ^ (c | ~a))).turned(by: 21)
      step += 4
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
  }

  /// The integer parts of 2^32 |sin n|, n from 1 to 64.
  private static let constants: InlineArray<64, UInt32> = [
    0xD76A_A478, 0xE8C7_B756, 0x2420_70DB, 0xC1BD_CEEE,
    0xF57C_0FAF, 0x4787_C62A, 0xA830_4613, 0xFD46_9501,
    0x6980_98D8, 0x8B44_F7AF, 0xFFFF_5BB1, 0x895C_D7BE,
    0x6B90_1122, 0xFD98_7193, 0xA679_438E, 0x49B4_0821,
    0xF61E_2562, 0xC040_B340, 0x265E_5A51, 0xE9B6_C7AA,
    0xD62F_105D, 0x0244_1453, 0xD8A1_E681, 0xE7D3_FBC8,
    0x21E1_CDE6, 0xC337_07D6, 0xF4D5_0D87, 0x455A_14ED,
    0xA9E3_E905, 0xFCEF_A3F8, 0x676F_02D9, 0x8D2A_4C8A,
    0xFFFA_3942, 0x8771_F681, 0x6D9D_6122, 0xFDE5_380C,
    0xA4BE_EA44, 0x4BDE_CFA9, 0xF6BB_4B60, 0xBEBF_BC70,
    0x289B_7EC6, 0xEAA1_27FA, 0xD4EF_3085, 0x0488_1D05,
    0xD9D4_D039, 0xE6DB_99E5, 0x1FA2_7CF8, 0xC4AC_5665,
    0xF429_2244, 0x432A_FF97, 0xAB94_23A7, 0xFC93_A039,
    0x655B_59C3, 0x8F0C_CC92, 0xFFEF_F47D, 0x8584_5DD1,
    0x6FA8_7E4F, 0xFE2C_E6E0, 0xA301_4314, 0x4E08_11A1,
    0xF753_7E82, 0xBD3A_F235, 0x2AD7_D2BB, 0xEB86_D391,
  ]

  // By hand, as an inline array has no `==`.
  package static func == (one: MD5, other: MD5) -> Bool {
    one.count == other.count && one.rest == other.rest
      && (0..<4).allSatisfy { index in one.state[index] == other.state[index] }
  }
}

extension RawSpan {
  /// Reads a word at an offset that the caller has checked.
  @inline(__always)
  fileprivate func uncheckedWord32(_ at: Int) -> UInt32 {
    unsafe UInt32(
      littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: UInt32.self)
    )
  }
}

extension UInt32 {
  /// Returns the bits moved up, and those that leave at the top at the bottom.
  @inline(__always)
  fileprivate func turned(by count: UInt32) -> UInt32 { self &<< count | self &>> (32 &- count) }
}

extension [UInt8] {
  fileprivate mutating func append(_ bytes: borrowing RawSpan, from start: Int, count: Int) {
    precondition(start >= 0 && count >= 0 && count <= bytes.byteCount - start)
    guard count > 0 else { return }
    unsafe bytes.withUnsafeBytes { source in
      unsafe append(contentsOf: source[start..<start + count])
    }
  }
}
