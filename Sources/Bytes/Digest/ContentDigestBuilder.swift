/// The digests of the blocks of one content, gathered in any order, also by several processes.
///
/// The digest of the whole is that of its blocks' digests, sixteen bytes each with the lowest
/// first, and of its length in bytes as eight more.
package struct ContentDigestBuilder: Sendable, Equatable {
  /// Every block but the last is as long as this.
  package static let blockSize = 1 << 20

  private struct Block: Sendable, Equatable {
    let digest: ContentDigest
    let byteCount: Int
  }

  private var blocks: [Int: Block] = [:]

  package init() {}

  /// Takes a block by its place; an empty or overlong one, or a place below 0, is not taken.
  package mutating func add(block bytes: borrowing RawSpan, index: Int) {
    guard index >= 0, 1...Self.blockSize ~= bytes.byteCount else { return }
    blocks[index] = Block(digest: ContentDigest(of: bytes), byteCount: bytes.byteCount)
  }

  /// Takes the blocks that another process or task has seen.
  package mutating func merge(_ other: ContentDigestBuilder) {
    blocks.merge(other.blocks) { _, new in new }
  }

  /// How many blocks were seen.
  package var count: Int { blocks.count }

  /// The digest of the whole content, nil while blocks are missing or the length is another.
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

  // Between processes: place and length of a block as eight bytes each, then its digest.

  private static let encodedBlockSize = 32

  /// The blocks in their order, for another process to merge.
  package var encoded: [UInt8] {
    blocks.sorted { $0.key < $1.key }.flatMap { index, block in
      ContentDigest(high: UInt64(block.byteCount), low: UInt64(index)).bytes + block.digest.bytes
    }
  }

  /// Reads what `encoded` gives, nil for anything else.
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
  /// The digests of a terabyte.
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
