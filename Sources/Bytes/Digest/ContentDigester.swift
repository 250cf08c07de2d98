/// Computes the digest of content that arrives in order, in pieces of any length.
///
/// The digest of the whole is that of its blocks' digests (sixteen bytes each, little-endian),
/// followed by its length in bytes (eight bytes).
package struct ContentDigester: Sendable {
  /// The length of every block but the last.
  package static let blockSize = 1 << 20

  private var digests: [UInt8] = []
  /// The bytes of complete blocks.
  private var count = 0
  /// The bytes of the block that is not complete yet.
  private var waiting: [UInt8] = []

  package init() {}

  package mutating func add(_ bytes: [UInt8]) {
    if waiting.isEmpty {
      waiting = bytes
    } else {
      waiting += bytes
    }

    // Blocks are digested where they are, without a copy for each.
    let all = waiting
    if all.count < Self.blockSize { return }
    let whole = all.count / Self.blockSize * Self.blockSize
    for start in stride(from: 0, to: whole, by: Self.blockSize) {
      // `bytes` warns of uninitialized padding; bytes have none.
      let block = unsafe all.span.bytes.extracting(start..<start + Self.blockSize)
      digests += ContentDigest(of: block).bytes
    }
    count += whole
    waiting = Array(all[whole...])
  }

  /// The digest of all bytes so far.
  package var digest: ContentDigest {
    var encoded = digests
    if !waiting.isEmpty {
      encoded += ContentDigest(of: waiting).bytes
    }
    encoded.append(number: count + waiting.count)
    return ContentDigest(of: encoded)
  }
}
