/// The result of a recording.
package enum OutcomeStatus: String, CaseIterable, Sendable {
  case ok
  case failed
  case unsupported

  /// Returns the result of a recording with a problem of this code.
  package init(ofCode code: String) {
    self = code == OutcomeStatus.unsupported.rawValue ? .unsupported : .failed
  }
}
