package import WavethumbOptions
package import WavethumbSystem

/// The names of the ledger and the run file of an output.
///
/// Each part has its own as well, so that no two processes write one file.
package struct LedgerName: Sendable, Hashable {
  package let ledger: RawPath
  package let run: RawPath

  package static let whole = LedgerName()

  /// Creates the names of a part, or of the whole.
  package init(of part: Shard? = nil) {
    var fileExtension = ""
    if let part {
      fileExtension = ".\(part.label)"
    }
    ledger = RawPath(".wavethumb-ledger\(fileExtension)")
    run = RawPath(".wavethumb-run\(fileExtension)")
  }
}
