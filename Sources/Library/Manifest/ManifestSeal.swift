package import Bytes

/// The end of a manifest: the digest of all that stands before it, so that damage of equal size
/// shows.
package enum ManifestSeal {
  private static let start = Array("  \"digest\": \"".utf8)
  private static let end = Array("\"\n}\n".utf8)
  private static let digits = 32

  /// How many bytes it takes.
  package static let length = start.count + digits + end.count

  package static func text(_ digest: ContentDigest) -> [UInt8] {
    start + Array(digest.hex.utf8) + end
  }

  /// The digest that the end of a text names, nil where it has no such end.
  package static func digest(in text: [UInt8]) -> ContentDigest? {
    let seal = text.suffix(length)
    guard seal.starts(with: start), seal.suffix(end.count).elementsEqual(end) else { return nil }
    let hex = seal.dropFirst(start.count).dropLast(end.count)
    return ContentDigest(hex: String(decoding: hex, as: UTF8.self))
  }

  /// Whether a whole text is what was written; one of an earlier release has no seal.
  package static func holds(for text: [UInt8]) -> Bool {
    guard let told = digest(in: text) else { return text.suffix(4).elementsEqual("]\n}\n".utf8) }
    var digesting = SealDigesting()
    return digesting.take(text.dropLast(length)) == told
  }
}

/// Takes the digest of a text as it is written, block by block.
struct SealDigesting {
  private var digests = ContentDigestBuilder()
  private var length = 0

  /// Takes one more block, which is whole unless it is the last.
  mutating func add(_ block: ArraySlice<UInt8>) {
    // Bytes have no padding that could be read uninitialised, which is what `bytes` warns of.
    unsafe digests.add(block: Array(block).span.bytes, index: digests.count)
    length += block.count
  }

  /// Takes all that is left, and answers the digest of everything.
  mutating func take(_ rest: ArraySlice<UInt8>) -> ContentDigest? {
    var rest = rest
    while !rest.isEmpty {
      let block = rest.prefix(ContentDigestBuilder.blockSize)
      add(block)
      rest = rest.dropFirst(block.count)
    }
    return digests.digest(ofByteCount: length)
  }
}
