import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The names of ledgers and run files in an output.
///
/// A manifest elsewhere has a ledger and a run file of its own, named by a hash of the path to it from
/// the output: two libraries may share an output, and a run over one must not remove what says that a
/// run over the other was killed. Each part has its own as well, so that no two processes write one file.
package struct LedgerName: Sendable, Hashable {
  package let ledger: RawPath
  package let run: RawPath
  /// The ledger of the whole, which is `ledger` unless this is a part.
  package let ledgerOfWhole: RawPath
  /// The run file of the whole, which is `run` unless this is a part.
  package let runOfWhole: RawPath

  /// Returns the names of a run; `manifest` is the path from the output to the manifest of the
  /// whole.
  package init(manifest: RawPath, part: Shard? = nil) {
    var ending = ""
    if let part {
      ending = ".\(part.label)"
    }
    var hash = ""
    let isStandard = ManifestFormat.allCases.contains { format in format.fileName == manifest }
    if !isStandard {
      let digits = Hexadecimal.digits(StableHash.of(manifest.bytes))
      hash = "." + String(decoding: digits, as: UTF8.self)
    }
    ledgerOfWhole = RawPath(".wavethumb-ledger\(hash)")
    ledger = RawPath(".wavethumb-ledger\(hash)\(ending)")
    runOfWhole = RawPath(".wavethumb-run\(hash)")
    run = RawPath(".wavethumb-run\(hash)\(ending)")
  }
}
