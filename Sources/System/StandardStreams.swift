import CSandbox
import Glibc

/// The standard streams, some of which the caller may have closed.
public enum StandardDescriptors {
  /// Opens the numbers of closed streams, so that no other file receives the messages of a run.
  ///
  /// They are opened in the wrong direction, so that using them fails as for a closed stream.
  public static func occupy() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      // The kernel returns the lowest free number, which is this one, as those below are open.
      let wrongDirection = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
      _ = unsafe open("/dev/null", wrongDirection)
    }
  }
}

/// Silences messages that C libraries print, so that they do not mix with the output of a command.
public enum LibraryOutput {
  /// Discards what libraries print to standard output; writes to the descriptor still arrive.
  public static func silence() { sandbox_silence_output() }

  /// Also discards standard error, for decoders that run in this process.
  ///
  /// The last message of the Swift runtime is discarded as well, so use it for nothing else.
  public static func silenceErrors() { sandbox_silence_errors() }
}

/// The terminal behind a descriptor, if there is one.
package enum Terminal {
  package static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

  /// Returns the columns of the window, or nil if there is no terminal or its size is unknown.
  package static func columns(_ descriptor: CInt) -> Int? {
    var window = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return nil
    }
    return Int(window.ws_col)
  }
}
