/// Computes the digest of bytes that arrive in pieces, equal to the digest of all of them together.
package struct PieceDigester {
  private var lanes = XXH3Lanes()
  /// The stripe before `waiting`, once there is any.
  // The end of XXH3 takes the last stripe once more, and some of it may belong to a block that is done.
  private var before: [UInt8] = []
  /// The bytes behind the last digested block, at most one block.
  private var waiting: [UInt8] = []
  private var count = 0

  package init() {}

  package mutating func add(_ bytes: [UInt8]) {
    count += bytes.count
    // XXH3 treats its last block differently, so even a whole one must wait until a byte follows.
    if waiting.count + bytes.count <= XXH3Lanes.blockLength {
      waiting += bytes
      return
    }

    // The waiting bytes and the byte that shows that their block is complete.
    var start = 0
    if !waiting.isEmpty {
      start = XXH3Lanes.blockLength - waiting.count
      waiting += bytes[...start]
      addBlocks(of: waiting, from: 0)
    }
    start = addBlocks(of: bytes, from: start)
    waiting = Array(bytes[start...])
  }

  package func digest() -> ContentDigest {
    guard count > XXH3Lanes.blockLength else { return ContentDigest(of: waiting) }
    var lanes = lanes
    // `bytes` warns of uninitialized padding; bytes have none.
    unsafe lanes.addEnd((before + waiting).span.bytes, from: before.count)
    return lanes.digest(ofByteCount: count)
  }

  /// Adds all whole blocks from an offset on, and returns where the rest begins.
  @discardableResult
  private mutating func addBlocks(of bytes: [UInt8], from start: Int) -> Int {
    // Bytes have no padding that could be read uninitialized.
    let end = unsafe lanes.addBlocks(bytes.span.bytes, from: start)
    if end > start {
      before = Array(bytes[(end - XXH3Lanes.stripeLength)..<end])
    }
    return end
  }
}
