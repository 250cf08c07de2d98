import Bytes
import System

/// What a look at a recording came to.
enum Look {
  case ended(JobResult)
  /// It changed while it was looked at.
  case changed
  /// It has to be decoded, and nobody else decodes the same content meanwhile.
  case unknown(OpenRecording)
}

/// A recording that waits to be decoded.
final class OpenRecording {
  let file: Descriptor
  let identity: FileIdentity
  let digest: ContentDigest?

  init(file: consuming Descriptor, identity: FileIdentity, digest: ContentDigest?) {
    self.file = file
    self.identity = identity
    self.digest = digest
  }
}
