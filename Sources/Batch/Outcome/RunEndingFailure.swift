import Decoding

extension DecodeFailure {
  /// The reason why the whole run cannot continue, if so.
  var endsTheRun: RunFailure? {
    guard case .noWorker(let failure) = self else { return nil }
    return .noWorker(failure)
  }
}
