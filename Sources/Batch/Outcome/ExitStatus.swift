/// The exit status of the command.
// Each is in the manual, in `help` and in scripts of others: a number is never given another meaning.
// 75 is EX_TEMPFAIL of sysexits.h, "try again later"; 128 and the signal is what shells report.
public enum ExitStatus: Int32, CaseIterable, Sendable {
  /// Success, including nothing to do.
  case success = 0
  /// The run could not start or continue: missing library, output not writable, full disk.
  case couldNotRun = 1
  /// The command line is wrong.
  case usage = 2
  /// The run is complete, but some files failed.
  case someFailed = 3
  /// A check found something missing or stale.
  case stale = 4
  /// A recording does not meet `--expect`.
  case unexpected = 5
  /// Another run holds the lock of the output.
  case outputHeld = 75
  /// SIGHUP stopped the run.
  case hungUp = 129
  /// SIGINT stopped the run.
  case interrupted = 130
  /// SIGTERM stopped the run.
  case terminated = 143

  var meaning: String {
    switch self {
    case .success: "success, including nothing to do"
    case .couldNotRun: "could not run: library missing, output not writable, disk full"
    case .usage: "wrong command, option or value; nothing was changed"
    case .someFailed: "finished, but some files failed"
    case .stale: "--check found missing or outdated files, or verify damaged ones"
    case .unexpected: "a recording is not as --expect asks, and neither 3 nor 4 applies"
    case .outputHeld: "another scan uses this output"
    case .hungUp: "stopped by closing the terminal; the next run continues"
    case .interrupted: "stopped by SIGINT; the next run continues"
    case .terminated: "stopped by SIGTERM; the next run continues"
    }
  }
}
