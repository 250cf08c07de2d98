/// The completions of an option's value or an operand.
package enum Completion: Sendable, Equatable {
  case nothing
  case keywords([String])
  case colors
  case folder
  /// A file with one of these extensions, or any if empty.
  case file([String])

  /// A recording that the libraries read, or ffmpeg if it is there.
  package static let recording = Completion.file(CandidateName.recordingEndings)
}
