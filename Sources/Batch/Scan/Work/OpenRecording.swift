import WavethumbBytes
import WavethumbSystem

/// A recording that was opened to be decoded.
final class OpenRecording: Sendable {
  let job: RecordingJob
  let file: Descriptor
  let identity: FileIdentity
  /// Nil if the content is not known before it is decoded.
  let digest: ContentDigest?
  /// Whether this process computed the digest from the open file.
  let isDigestOurs: Bool

  init(
    _ job: RecordingJob,
    file: consuming Descriptor,
    identity: FileIdentity,
    digest: ContentDigest?,
    isDigestOurs: Bool
  ) {
    self.job = job
    self.file = file
    self.identity = identity
    self.digest = digest
    self.isDigestOurs = isDigestOurs
  }
}
