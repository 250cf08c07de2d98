import WavethumbBytes
import WavethumbSystem

/// A recording that was opened to be decoded.
final class OpenRecording: Sendable {
  let job: RecordingJob
  let file: Descriptor
  /// Size, times and inode before the file was read.
  let identity: FileIdentity
  /// The digest that this process has computed; nil if the first bytes are those of no recording.
  let digest: ContentDigest?

  init(
    _ job: RecordingJob,
    file: consuming Descriptor,
    identity: FileIdentity,
    digest: ContentDigest?
  ) {
    self.job = job
    self.file = file
    self.identity = identity
    self.digest = digest
  }
}
