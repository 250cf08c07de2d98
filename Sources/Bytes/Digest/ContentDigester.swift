/// Computes the digest of content that arrives in order, in pieces of any length.
package struct ContentDigester: Sendable {
  private var blocks = ContentDigestBuilder()
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
    let size = ContentDigestBuilder.blockSize
    if all.count < size { return }
    let whole = all.count / size * size
    for start in stride(from: 0, to: whole, by: size) {
      // `bytes` warns of uninitialized padding; bytes have none.
      unsafe blocks.add(block: all.span.bytes.extracting(start..<start + size), index: count)
      count += 1
    }
    waiting = Array(all[whole...])
  }

  /// The digest of all bytes so far.
  package var digest: ContentDigest {
    // A copy, so that more bytes may follow.
    var blocks = blocks
    unsafe blocks.add(block: waiting.span.bytes, index: count)
    let length = count * ContentDigestBuilder.blockSize + waiting.count
    guard let digest = blocks.digest(ofByteCount: length) else {
      preconditionFailure("every block was digested")
    }
    return digest
  }
}
