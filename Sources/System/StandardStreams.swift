import CSandbox
import Glibc

/// The three descriptors that every program begins with, some of which its caller may have closed.
public enum StandardDescriptors {
  /// Takes the numbers of those that are closed, so that no file of ours gets one and the words of
  /// a run in it.
  ///
  /// What takes them can be used the wrong way round only: it fails as what is closed would.
  public static func occupy() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is given, which is this one.
      _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

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

/// The terminal behind a standard stream.
package enum Terminal {
  package static func isTerminal(_ descriptor: CInt) -> Bool {
    isatty(descriptor) == 1
  }

  /// The columns of the window now, or nil where there is no terminal or it does not know.
  package static func columns(_ descriptor: CInt) -> Int? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return nil
    }
    return Int(window.ws_col)
  }
}
