/// Why no sound comes out of some bytes: facts only, the sentence is written elsewhere.
public enum AudioFailure: Error, Sendable, Hashable {
  /// There is not a single byte.
  case empty
  /// The bytes are something else: a guess at what, such as "HTML" or "text".
  case notAudio(what: String)
  /// The bytes are a Git LFS pointer instead of the recording it points to.
  case gitLFSPointer
  /// The recording is of a kind that these libraries cannot decode.
  case unsupported(what: String)
  /// The file breaks the rules of its format.
  case corrupt(detail: String)
  /// A number in the header is beyond what is allowed.
  case outOfLimits(AudioLimits.Bound, found: Int, limit: Int)
  /// There are more hours of sound than allowed.
  case tooLong(hours: Double, limit: Double)
  /// There are more samples for each byte than allowed, beyond those that every recording may have.
  case tooMuchWork(samplesPerByte: Int)
  /// The bytes could not be read: the error number of the system.
  case unreadable(errno: CInt)
}
