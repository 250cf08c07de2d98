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
