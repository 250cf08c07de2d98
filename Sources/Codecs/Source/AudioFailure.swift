/// The reason why bytes cannot be decoded, as facts without text.
// Sentences and cures are made where they are shown: in a worker they would have to be believed.
public enum AudioFailure: Error, Sendable, Hashable {
  /// The file has no bytes.
  case empty
  /// The bytes are something else, such as "HTML" or "text".
  case notAudio(what: String)
  /// The file is a Git LFS pointer instead of the recording.
  case gitLFSPointer
  /// The format is not supported by these libraries.
  case unsupported(what: String)
  /// The file violates its format.
  case corrupt(detail: String)
  /// A number in the header exceeds a limit.
  case outOfLimits(AudioLimits.Bound, found: Int, limit: Int)
  /// The recording has more hours than allowed.
  case tooLong(hours: Double, limit: Double)
  /// The recording has more samples per byte than allowed, beyond the free allowance.
  case tooMuchWork(samplesPerByte: Int)
  /// Reading failed with this error number.
  case unreadable(errno: CInt)
}
