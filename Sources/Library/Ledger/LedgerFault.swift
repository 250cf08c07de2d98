package import WavethumbSystem

/// Why a ledger cannot be opened.
package enum LedgerFault: Error {
  /// Another program's file has the name.
  case foreign
  case failed(SystemFailure)
}
