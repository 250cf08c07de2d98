import Decoding
import Glibc
import Library

extension RunFailure {
  /// Why nothing can be decoded, as users are told of it.
  init(_ failure: WorkerStartFailure) {
    self =
      switch failure {
      case .layer(let missing): .isolationLacking(layer: WorkerWords.text(missing))
      case .notStarted(EAGAIN):
        .noWorker(detail: "this user may start no more processes (ulimit -u)")
      case .notStarted(let number):
        .noWorker(detail: "no process can be started, \(SystemWords.text(number))")
      case .ended(_, let signal) where signal != 0:
        .noWorker(detail: "the decoding process died of \(SystemWords.signal(signal))")
      case .ended(let status, _):
        .noWorker(detail: "the decoding process ended with status \(status)")
      case .silent: .noWorker(detail: "the decoding process does not answer")
      case .cancelled: .noWorker(detail: "stopped")
      }
  }
}

extension DecodeFailure {
  /// Why the whole run cannot go on, where that is so.
  var endsTheRun: RunFailure? {
    guard case .noWorker(let failure) = self else { return nil }
    return RunFailure(failure)
  }
}

extension RunNote {
  /// Which layers of the sandbox hold around the decoders.
  init(_ layers: SandboxReport) {
    self = .isolation(
      held: layers.inWorkers ? ["processes of their own"] + layers.held.names : [],
      missing: layers.missing.map(WorkerWords.text))
  }
}

/// The words for layers that cannot be had.
private enum WorkerWords {
  static func text(_ missing: SandboxReport.Missing) -> String {
    let name = missing.layer.names.joined(separator: ", ")
    return switch missing.reason {
    case .forbidden(let number): "\(name) (\(SystemWords.text(number)))"
    case .tone(let signal): "\(name) (a trial died of \(SystemWords.signal(signal)))"
    }
  }
}
