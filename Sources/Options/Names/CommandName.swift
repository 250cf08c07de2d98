/// The first word of a command line.
// In the order in which help and the manual list them.
package enum CommandName: String, CaseIterable, Sendable {
  case scan, render, merge, cache, verify, list, thumbnail, desktop, doctor, audiowaveform
  case completions, manual, version, help
}

/// An operation on the thumbnailer registration.
package enum DesktopAction: String, CaseIterable, Sendable {
  case enable, disable, status
}

/// The shells with completion scripts.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}
