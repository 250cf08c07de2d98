/// The result of a recording.
package enum OutcomeStatus: String, CaseIterable, Sendable {
  case ok
  case failed
  case unsupported

  /// Returns the result of a recording with a problem of this code.
  package init(ofCode code: String) {
    // One word is both a code and a status: a file that no decoder knows is no damaged file, and only
    // `--strict` counts it as failed.
    let isUnsupported = code == OutcomeStatus.unsupported.rawValue
    self = isUnsupported ? .unsupported : .failed
  }
}
