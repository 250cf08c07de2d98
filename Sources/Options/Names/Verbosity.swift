/// The amount of messages on standard error.
package enum Verbosity: Sendable, Equatable {
  /// Nothing but failures.
  case quiet
  /// Failures, notes and totals.
  case normal
  /// Every file.
  case everyFile
}
