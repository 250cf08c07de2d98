/// The shells with completion scripts.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
