package import Decoding
import Glibc

extension WorkerStartFailure {
  /// The failure as part of a sentence.
  package var text: String {
    switch self {
    case .layer(let missing): missing.text
    case .notStarted(EAGAIN): "the limit of processes is reached (ulimit -u)"
    case .notStarted(let number): "no process can be started: \(SystemErrorText.text(number))"
    case .ended(_, let signal) where signal != 0:
      "the decoding process was killed by \(SystemErrorText.signal(signal))"
    case .ended(let status, _): "the decoding process ended with status \(status)"
    case .silent: "the decoding process does not answer"
    case .cancelled: "stopped"
    case .notPrepared:
      "this program does not call WorkerProcess.runIfAsked() before anything else"
    }
  }
}

extension SandboxReport.Missing {
  /// The missing layer and the reason, as part of a sentence.
  package var text: String {
    let name = layer.names.joined(separator: ", ")
    return switch reason {
    case .forbidden(let number): "\(name) (\(SystemErrorText.text(number)))"
    case .tone(let signal): "\(name) (a test was killed by \(SystemErrorText.signal(signal)))"
    }
  }
}
