/// The shells that completions are written for.
public enum CompletionShell: String, CaseIterable, Sendable {
  /// GNU Bash.
  case bash
  /// The Z shell.
  case zsh
  /// fish.
  case fish
}
