package import WavethumbBytes
package import WavethumbSystem

/// The end of a manifest: the digest of all bytes before it, which reveals damage that keeps the
/// size.
// At the end and not in the head, so that a manifest is written from front to back in one go. The ledger
// names it, and 64 bytes show whether a manifest is the one that it belongs to.
package enum ManifestSeal {
  private static let digits = 32
  private static let start = Array("\"digest\":\"".utf8)
  private static let end = Array("\"}\n".utf8)
  package static let length = start.count + digits + end.count

  package static func text(of digest: ContentDigest) -> [UInt8] {
    start + Array(digest.hex.utf8) + end
  }

  /// Returns the digest in the seal at the end of a text; nil if there is none.
  package static func digest(in text: [UInt8]) -> ContentDigest? {
    let seal = text.suffix(length)
    let isEnded = seal.suffix(end.count).elementsEqual(end)
    guard isEnded, seal.starts(with: start) else { return nil }
    let digits = seal.dropFirst(start.count).dropLast(end.count)
    return ContentDigest(hex: String(decoding: digits, as: UTF8.self))
  }

  /// Returns the digest at the end of a text if all bytes before it have that digest. Reads the
  /// text block by block; returns nil after a signal.
  package static func proven(
    size: Int,
    isStopped: () -> Bool = { false },
    _ bytes: (Range<Int>) throws(SystemFailure) -> [UInt8]
  ) throws(SystemFailure) -> ContentDigest? {
    let end = size - length
    guard end > 0, let sealed = digest(in: try bytes(end..<size)) else { return nil }
    var digesting = ContentDigester()
    let blockSize = ContentDigester.blockSize
    for start in stride(from: 0, to: end, by: blockSize) {
      if isStopped() { return nil }
      let block = try bytes(start..<min(end, start + blockSize))
      digesting.add(block)
    }
    guard digesting.digest == sealed else { return nil }
    return sealed
  }
}
