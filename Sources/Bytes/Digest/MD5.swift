import CLanes

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
    precondition(start >= 0 && count >= 0)
    precondition(Self.blockLength * count <= bytes.byteCount - start)
    // C reads these blocks only, and writes the four words of the state, which are aligned.
    unsafe withUnsafeMutableBytes(of: &state) { state in
      let words = unsafe state.baseAddress?.assumingMemoryBound(to: UInt32.self)
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe lanes_md5(words, bytes.baseAddress, start, count)
      }
    }
  }

  // By hand, as an inline array has no `==`.
  package static func == (one: MD5, other: MD5) -> Bool {
    one.count == other.count && one.rest == other.rest
      && (0..<4).allSatisfy { index in one.state[index] == other.state[index] }
  }
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
