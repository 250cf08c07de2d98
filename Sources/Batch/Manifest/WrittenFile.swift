import Bytes

/// A file that was written: how long it is, and the digest of its bytes.
///
/// Data may be longer than memory allows, so that its digest is taken as that of a recording, block
/// by block; a picture's is the one of all its bytes.
struct WrittenFile: Sendable, Hashable {
  var bytes: Int
  var digest: ContentDigest
}
