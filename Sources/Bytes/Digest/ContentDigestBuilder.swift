/// Collects the digests of a file's blocks in any order, also from several processes.
///
/// The digest of the whole is that of its blocks' digests (sixteen bytes each, little-endian),
/// followed by its length in bytes (eight bytes).
package struct ContentDigestBuilder: Sendable, Equatable {
  /// The length of every block but the last.
  package static let blockSize = 1 << 20

  private struct Block: Sendable, Equatable {
    let digest: ContentDigest
    let byteCount: Int
  }

  private var blocks: [Int: Block] = [:]

  package init() {}

  /// Adds a block by its index; ignores an empty or overlong block and a negative index.
  package mutating func add(block bytes: borrowing RawSpan, index: Int) {
    guard index >= 0, 1...Self.blockSize ~= bytes.byteCount else { return }
    blocks[index] = Block(digest: ContentDigest(of: bytes), byteCount: bytes.byteCount)
  }

  /// Adds the blocks that another process or task has digested.
  package mutating func merge(_ other: ContentDigestBuilder) {
    blocks.merge(other.blocks) { _, new in new }
  }

  /// The number of blocks added.
  package var count: Int { blocks.count }

  /// Returns the digest of the whole content, or nil if blocks are missing or the length differs.
  package func digest(ofByteCount byteCount: Int) -> ContentDigest? {
    let expected = byteCount / Self.blockSize + (byteCount % Self.blockSize > 0 ? 1 : 0)
    guard byteCount >= 0, blocks.count == expected else { return nil }
    var words: [UInt8] = []
    words.reserveCapacity(expected * 16 + 8)
    for index in 0..<expected {
      let length = min(Self.blockSize, byteCount - index * Self.blockSize)
      guard let block = blocks[index], block.byteCount == length else { return nil }
      words += block.digest.bytes
    }
    words += (0..<8).map { UInt8(truncatingIfNeeded: byteCount >> ($0 * 8)) }
    return ContentDigest(of: words)
  }

  // Between processes: index and length of a block as eight bytes each, then its digest.

  private static let encodedBlockSize = 32

  /// The blocks in order, for another process to merge.
  package var encoded: [UInt8] {
    blocks.sorted { $0.key < $1.key }.flatMap { index, block in
      ContentDigest(high: UInt64(block.byteCount), low: UInt64(index)).bytes + block.digest.bytes
    }
  }

  /// Reads the output of `encoded`, or returns nil for anything else.
  package init?(encoded bytes: [UInt8]) {
    guard bytes.count % Self.encodedBlockSize == 0 else { return nil }
    for at in stride(from: 0, to: bytes.count, by: Self.encodedBlockSize) {
      let place = ContentDigest(bytes: bytes[at..<at + 16])
      guard let index = Int(exactly: place.low), let count = Int(exactly: place.high),
        1...Self.blockSize ~= count
      else { return nil }
      blocks[index] = Block(
        digest: ContentDigest(bytes: bytes[at + 16..<at + 32]), byteCount: count)
    }
  }
}

extension ContentDigestBuilder: ByteCoded {
  /// The encoded digests of one terabyte.
  private static let longestEncoding = 32 << 20

  package func append(to writer: inout ByteWriter) {
    writer.append(counted: encoded)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let bytes = try reader.countedBytes(atMost: Self.longestEncoding)
    guard let digests = ContentDigestBuilder(encoded: Array(bytes)) else { throw MalformedBytes() }
    self = digests
  }
}
