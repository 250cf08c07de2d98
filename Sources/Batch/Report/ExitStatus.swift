/// How the command ends, as its caller sees it.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  case success = 0
  case couldNotRun = 1
  case usage = 2
  case someFailed = 3
  case stale = 4
  case outputHeld = 75
  case hungUp = 129
  case interrupted = 130
  case terminated = 143

  /// One line of help.
  var words: String {
    switch self {
    case .success: "all is well, nothing to do included"
    case .couldNotRun: "could not run: library missing, output not writable, disk full"
    case .usage: "the command line is wrong; nothing was touched"
    case .someFailed: "finished, some files failed"
    case .stale: "--check found something missing or stale"
    case .outputHeld: "another scan holds this output"
    case .hungUp: "stopped as the terminal was closed"
    case .interrupted: "stopped by SIGINT; what was done stays done"
    case .terminated: "stopped by SIGTERM; the next run goes on from there"
    }
  }
}
