import Decoding
import Glibc
import Library

extension WorkerStartFailure {
  var words: String {
    switch self {
    case .layer(let missing): missing.words
    case .notStarted(EAGAIN): "the limit of processes is reached (ulimit -u)"
    case .notStarted(let number): "no process can be started: \(SystemWords.text(number))"
    case .ended(_, let signal) where signal != 0:
      "the decoding process was killed by \(SystemWords.signal(signal))"
    case .ended(let status, _): "the decoding process ended with status \(status)"
    case .silent: "the decoding process does not answer"
    case .cancelled: "stopped"
    }
  }
}

extension SandboxReport.Missing {
  var words: String {
    let name = layer.names.joined(separator: ", ")
    return switch reason {
    case .forbidden(let number): "\(name) (\(SystemWords.text(number)))"
    case .tone(let signal): "\(name) (a test was killed by \(SystemWords.signal(signal)))"
    }
  }
}

extension DecodeFailure {
  /// The reason why the whole run cannot continue, if so.
  var endsTheRun: RunFailure? {
    guard case .noWorker(let failure) = self else { return nil }
    return .noWorker(failure)
  }
}
