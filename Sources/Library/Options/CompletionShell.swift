/// The shells that completions are written for.
public enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
}
