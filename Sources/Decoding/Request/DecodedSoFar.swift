/// The progress of decoding, as reported by the worker.
public struct DecodedSoFar: Sendable, Hashable {
  /// The decoded duration in milliseconds.
  // As integers, so that two reports can be compared and a lying worker has no NaN to send.
  public var milliseconds: Int
  /// The bytes of the file that were decoded; 0 for a pipe.
  // The size of a file is known before the end; its length in milliseconds often is not.
  public var bytes: Int

  /// Creates the progress that a worker reports.
  public init(milliseconds: Int = 0, bytes: Int = 0) {
    self.milliseconds = milliseconds
    self.bytes = bytes
  }
}
