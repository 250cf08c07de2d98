/// How the command ends, as its caller sees it.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  /// All is well, also where there was nothing to do.
  case success = 0
  /// The run could not start or not go on: no library, an output that is not writable, a full disk.
  case couldNotRun = 1
  /// The command line is wrong.
  case usage = 2
  /// The run is finished, and some files failed.
  case someFailed = 3
  /// A check found something missing or stale.
  case stale = 4
  /// Another run holds the lock of the output.
  case outputHeld = 75
  /// SIGHUP stopped the run.
  case hungUp = 129
  /// SIGINT stopped the run.
  case interrupted = 130
  /// SIGTERM stopped the run.
  case terminated = 143

  /// One line of help.
  var words: String {
    switch self {
    case .success: "all is well, nothing to do included"
    case .couldNotRun: "could not run: library missing, output not writable, disk full"
    case .usage: "the command line is wrong; nothing was touched"
    case .someFailed: "finished, some files failed"
    case .stale: "--check found something missing or stale, or verify something damaged"
    case .outputHeld: "another scan holds this output"
    case .hungUp: "stopped as the terminal was closed"
    case .interrupted: "stopped by SIGINT; what was done stays done"
    case .terminated: "stopped by SIGTERM; the next run goes on from there"
    }
  }
}
