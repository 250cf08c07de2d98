public import Codecs

/// The facts of a recording that are known before decoding.
// Asked for apart, because whether a long recording is divided among workers must be known before one
// of them decodes it.
public struct ProbedRecording: Sendable, Equatable {
  /// The facts in the file's header.
  public var facts: AudioFacts
  /// The expected number of frames, or nil if it is unknown before decoding.
  public var expectedFrames: Int?
  /// Whether measurements of its parts can be merged.
  public var isDivisible: Bool
}
