package import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The end of a manifest: the digest of all bytes before it, which reveals damage that keeps the
/// size.
// At the end and not in the head, so that a manifest is written from front to back in one go. The ledger
// names it, and 64 bytes show whether a manifest is the one that it belongs to.
package enum ManifestSeal {
  private static let digits = 32
  /// The maximum length of a seal in either format.
  // They are 49 and 47 bytes.
  package static let maximumBytes = 64

  package static func length(in format: ManifestFormat) -> Int {
    start(in: format).count + digits + end(in: format).count
  }

  package static func text(of digest: ContentDigest, in format: ManifestFormat) -> [UInt8] {
    start(in: format) + Array(digest.hex.utf8) + end(in: format)
  }

  package static func digest(in text: [UInt8]) -> ContentDigest? { found(in: text)?.digest }

  /// Returns the digest in the seal at the end of a text, and its length; nil if there is none.
  static func found(in text: [UInt8]) -> (digest: ContentDigest, length: Int)? {
    // Tried, and not taken from the start of the file: the caller has read its end only.
    for format in ManifestFormat.allCases {
      if let digest = digest(in: text, format: format) { return (digest, length(in: format)) }
    }
    return nil
  }

  private static func digest(in text: [UInt8], format: ManifestFormat) -> ContentDigest? {
    let start = start(in: format)
    let end = end(in: format)
    let seal = text.suffix(length(in: format))
    let isEnded = seal.suffix(end.count).elementsEqual(end)
    guard isEnded, seal.starts(with: start) else { return nil }
    let digits = seal.dropFirst(start.count).dropLast(end.count)
    return ContentDigest(hex: String(decoding: digits, as: UTF8.self))
  }

  // The last member of the document, or a line of its own: either way it is found from the end.
  private static func start(in format: ManifestFormat) -> [UInt8] {
    switch format {
    case .json: Array("  \"digest\": \"".utf8)
    case .ndjson: Array("{\"digest\": \"".utf8)
    }
  }

  private static func end(in format: ManifestFormat) -> [UInt8] {
    switch format {
    case .json: Array("\"\n}\n".utf8)
    case .ndjson: Array("\"}\n".utf8)
    }
  }

  /// Returns the digest at the end of a text if all bytes before it have that digest. Reads the
  /// text block by block; returns nil after a signal.
  package static func proven(
    size: Int,
    isStopped: () -> Bool = { false },
    _ bytes: (Range<Int>) throws(SystemFailure) -> [UInt8]
  ) throws(SystemFailure) -> ContentDigest? {
    let format = ManifestFormat(start: try bytes(0..<min(2, size)))
    let end = size - length(in: format)
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
