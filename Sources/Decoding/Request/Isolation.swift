/// The strictness of the sandbox of decoders.
public enum Isolation: String, CaseIterable, Sendable {
  /// As many layers of the sandbox as the system allows.
  case auto
  /// All layers of the sandbox, or no decoding.
  case require
  /// No worker process and no sandbox, for trusted recordings.
  case off
}
