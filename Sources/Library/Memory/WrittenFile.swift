package import Bytes

/// A file that was written: how long it is, and the digest of its bytes.
///
/// Data may be longer than memory allows, so that its digest is taken as that of a recording, block
/// by block; a picture's is the one of all its bytes.
package struct WrittenFile: Sendable, Hashable {
  package var bytes: Int
  package var digest: ContentDigest

  package init(bytes: Int, digest: ContentDigest) {
    self.bytes = bytes
    self.digest = digest
  }
}
