import Decoding
import Glibc
import Library

extension RunFailure {
  init(_ failure: WorkerStartFailure) {
    self =
      switch failure {
      case .layer(let missing): .isolationLacking(layer: WorkerWords.text(missing))
      case .notStarted(EAGAIN): .noWorker(detail: "the limit of processes is reached (ulimit -u)")
      case .notStarted(let number):
        .noWorker(detail: "no process can be started: \(SystemWords.text(number))")
      case .ended(_, let signal) where signal != 0:
        .noWorker(detail: "the decoding process was killed by \(SystemWords.signal(signal))")
      case .ended(let status, _):
        .noWorker(detail: "the decoding process ended with status \(status)")
      case .silent: .noWorker(detail: "the decoding process does not answer")
      case .cancelled: .noWorker(detail: "stopped")
      }
  }
}

extension DecodeFailure {
  /// The reason why the whole run cannot continue, if so.
  var endsTheRun: RunFailure? {
    guard case .noWorker(let failure) = self else { return nil }
    return RunFailure(failure)
  }
}

extension RunNote {
  init(_ layers: SandboxReport) {
    self = .isolation(
      held: layers.inWorkers ? ["separate processes"] + layers.held.names : [],
      missing: layers.missing.map(WorkerWords.text))
  }
}

private enum WorkerWords {
  static func text(_ missing: SandboxReport.Missing) -> String {
    let name = missing.layer.names.joined(separator: ", ")
    return switch missing.reason {
    case .forbidden(let number): "\(name) (\(SystemWords.text(number)))"
    case .tone(let signal): "\(name) (a test was killed by \(SystemWords.signal(signal)))"
    }
  }
}
