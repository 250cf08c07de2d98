import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The names of ledgers and run files in an output.
///
/// A manifest elsewhere has a ledger of its own, named by a hash of the path to it from the output:
/// two libraries may share an output. Each part has a ledger and a run file of its own, so that no
/// two processes write one file.
package struct LedgerName: Sendable, Hashable {
  package let ledger: RawPath
  package let run: RawPath

  /// Returns the names of a run; `manifest` is the path from the output to the manifest of the
  /// whole.
  package init(manifest: RawPath, part: Shard? = nil) {
    let isStandard = ManifestFormat.allCases.contains { $0.fileName == manifest }
    let ending = part.map { ".\($0.label)" } ?? ""
    ledger = RawPath(bytes: Self.stem(isStandard ? nil : manifest) + Array(ending.utf8))
    run = RawPath(bytes: Self.runStem + Array(ending.utf8))
  }

  private static let ledgerStem = Array(".wavethumb-ledger".utf8)
  private static let runStem = Array(".wavethumb-run".utf8)

  private static func stem(_ manifest: RawPath?) -> [UInt8] {
    guard let manifest else { return ledgerStem }
    return ledgerStem + [dot] + Hexadecimal.digits(StableHash.of(manifest.bytes))
  }

  private static let dot = UInt8(ascii: ".")
}
