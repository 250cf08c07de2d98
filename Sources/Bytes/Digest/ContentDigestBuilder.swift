/// Collects the digests of a file's blocks in any order, also from several processes.
///
/// The digest of the whole is that of its blocks' digests (sixteen bytes each, little-endian),
/// followed by its length in bytes (eight bytes).
// In blocks, because several workers decode parts of one file, and each digests what it reads.
package struct ContentDigestBuilder: Sendable, Equatable {
  /// The length of every block but the last.
  // A guess. Smaller ones would make longer answers of workers, larger ones more memory for each.
  package static let blockSize = 1 << 20

  // With its length, since a file may grow or shrink while several processes read it.
  private struct Block: Sendable, Equatable {
    let byteCount: Int
    let digest: ContentDigest
  }

  private var blocks: [Int: Block] = [:]

  package init() {}

  /// Adds a block by its index; ignores an empty or overlong block and a negative index.
  package mutating func add(block bytes: borrowing RawSpan, index: Int) {
    // From a worker, which hostile bytes may have taken over: a wrong block leaves the digest
    // unknown.
    guard index >= 0, 1...Self.blockSize ~= bytes.byteCount else { return }
    blocks[index] = Block(byteCount: bytes.byteCount, digest: ContentDigest(of: bytes))
  }

  /// Adds the blocks that another process or task has digested.
  package mutating func merge(_ other: ContentDigestBuilder) {
    // Of a block that both have read, either will do: a file that changed in between shows in its
    // identity after the decode.
    blocks.merge(other.blocks) { _, new in new }
  }

  /// Returns the digest of the whole content, or nil if blocks are missing or the length differs.
  package func digest(ofByteCount byteCount: Int) -> ContentDigest? {
    let wholeBlocks = byteCount / Self.blockSize
    let hasRest = byteCount % Self.blockSize > 0
    let expected = hasRest ? wholeBlocks + 1 : wholeBlocks

    // Too many blocks are wrong as well: the file was longer when they were read.
    guard byteCount >= 0, blocks.count == expected else { return nil }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(expected * 16 + 8)
    for index in 0..<expected {
      let length = min(Self.blockSize, byteCount - index * Self.blockSize)
      guard let block = blocks[index], block.byteCount == length else { return nil }
      encoded += block.digest.bytes
    }
    encoded.append(number: byteCount)
    return ContentDigest(of: encoded)
  }
}

extension ContentDigestBuilder: ByteCoded {
  /// The blocks of one terabyte.
  // A guess: no recording is as long, and a hostile count asks for no more memory than it sends.
  private static let maximumBlocks = 1 << 20

  package func append(to writer: inout ByteWriter) {
    writer.append(blocks.count)
    // In order, as a dictionary has another one in each process.
    let inOrder = blocks.sorted { one, other in one.key < other.key }
    for (index, block) in inOrder {
      writer.append(all: index, block.byteCount, block.digest)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    for _ in 0..<(try reader.count(in: 0...Self.maximumBlocks)) {
      let index: Int = try reader.read()
      blocks[index] = Block(
        byteCount: try reader.count(in: 1...Self.blockSize),
        digest: try reader.read()
      )
    }
  }
}
