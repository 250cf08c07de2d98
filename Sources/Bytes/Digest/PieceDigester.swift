/// Takes the digest of bytes that come in pieces: the one of all of them together.
package struct PieceDigester {
  private var lanes = XXH3Lanes()
  /// The 64 bytes before those that wait, once there are any.
  private var before: [UInt8] = []
  /// What is in no block yet: 1024 bytes at most.
  private var waiting: [UInt8] = []
  private var count = 0

  package init() {}

  package mutating func add(_ bytes: [UInt8]) {
    count += bytes.count
    if waiting.count + bytes.count <= 1024 {
      waiting += bytes
      return
    }
    // What waits and the byte that shows that its block is whole.
    var start = 0
    if !waiting.isEmpty {
      start = 1024 - waiting.count
      waiting += bytes[...start]
      takeBlocks(of: waiting, from: 0)
    }
    start = takeBlocks(of: bytes, from: start)
    waiting = Array(bytes[start...])
  }

  /// The digest of all pieces.
  package func digest() -> ContentDigest {
    guard count > 1024 else { return ContentDigest(of: waiting) }
    var lanes = lanes
    // Bytes have no padding that could be read uninitialised, which is what `bytes` warns of.
    unsafe lanes.addEnd((before + waiting).span.bytes, from: before.count)
    return lanes.digest(ofByteCount: count)
  }

  @discardableResult
  private mutating func takeBlocks(of bytes: [UInt8], from start: Int) -> Int {
    let end = unsafe lanes.addBlocks(bytes.span.bytes, from: start)
    if end > start { before = Array(bytes[(end - 64)..<end]) }
    return end
  }
}
