public import Codecs

/// The facts of a recording that are known before decoding.
public struct ProbedRecording: Sendable, Equatable {
  /// The facts in the file's header.
  public var facts: AudioFacts
  /// The expected number of frames, or nil if it is unknown before decoding.
  public var expectedFrames: Int?
  /// Whether measurements of its parts can be merged.
  public var isDivisible: Bool
}
