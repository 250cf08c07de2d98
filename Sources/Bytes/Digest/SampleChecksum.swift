/// The MD5 that a file declares of its samples, and how the samples are spelled for it.
package struct SampleChecksum: Sendable, Hashable {
  /// The bytes of a sample.
  package enum Spelling: Sendable, Hashable {
    /// As they are in a block.
    case asStored
    /// Little-endian integers of so many bits, in as few bytes as they need: FLAC.
    case signed(bits: Int)
    /// Bytes of which 128 is zero: WAV with eight bits.
    case unsignedBytes
  }

  /// The sixteen bytes of the digest.
  package let digest: [UInt8]
  package let spelling: Spelling
  /// Whether the bytes of the digest may also be in reverse order.
  package let mayBeReversed: Bool

  /// Returns nil if there are no sixteen bytes, or if all are zero: the writer did not know it.
  package init?(_ digest: some Sequence<UInt8>, _ spelling: Spelling, mayBeReversed: Bool = false) {
    self.digest = Array(digest)
    self.spelling = spelling
    self.mayBeReversed = mayBeReversed
    let isKnown = self.digest.contains { $0 != 0 }
    guard self.digest.count == 16, isKnown else { return nil }
  }

  /// Returns whether the samples with a digest are those that the file declares.
  package func matches(_ found: [UInt8]) -> Bool {
    if found == digest { return true }
    // BWF MetaEdit stores it as one little-endian number, the last byte of the digest first.
    return mayBeReversed && found == digest.reversed()
  }
}
