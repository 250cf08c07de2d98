import Decoding

extension DecodeFailure {
  /// The reason why the whole run cannot continue, if so.
  // Without a worker no recording can be decoded: each would fail alike, and be remembered as failed.
  var endsTheRun: RunFailure? {
    guard case .noWorker(let failure) = self else { return nil }
    return .noWorker(failure)
  }
}
