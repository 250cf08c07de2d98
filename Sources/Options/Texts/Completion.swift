/// The completions of an option's value or an operand.
package enum Completion: Sendable, Equatable {
  case nothing
  case keywords([String])
  case colors
  case folder
  /// A file with one of these extensions, or any if empty.
  case file([String])

  /// A recording that the libraries read.
  // Without the extensions of ffmpeg: a completed word should work on any machine.
  package static let recording = Completion.file(CandidateName.readableEndings)
}
