package import WavethumbBytes

/// A written file: its size and the digest of its bytes.
///
/// The digest of a data file, which may be larger than memory, is computed block by block like that
/// of a recording; a picture's digest is computed over all its bytes.
package struct WrittenFile: Sendable, Hashable {
  package var bytes: Int
  package var digest: ContentDigest

  package init(bytes: Int, digest: ContentDigest) {
    self.bytes = bytes
    self.digest = digest
  }
}
