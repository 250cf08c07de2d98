import CSandbox

/// The messages that C libraries print by themselves, which must not mix with the output of a
/// command.
public enum LibraryOutput {
  /// Makes nothing of what they print to standard output from now on; what is written to the
  /// descriptor still arrives.
  public static func silence() {
    sandbox_silence_output()
  }

  /// Makes nothing of what they print to standard error either, where decoders run in this very
  /// process.
  ///
  /// The last words of the Swift runtime go the same way, so that nothing else is a reason for it.
  public static func silenceErrors() {
    sandbox_silence_errors()
  }
}
