import WavethumbBytes
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

/// The ledgers and run files that exist in an output.
package struct FoundLedgers: Sendable {
  /// Those of all manifests and parts.
  package private(set) var ledgers: [RawPath] = []
  package private(set) var runs: [RawPath] = []

  /// Lists an output by names alone; whether a file is ours shows when it is read.
  package init(in output: borrowing Folder) throws(SystemFailure) {
    for name in try output.names() {
      guard name.bytes.starts(with: ".wavethumb-".utf8) else { continue }
      if Self.isName(name, LedgerName(manifest: ManifestFormat.json.fileName).ledger, hashed: true)
      {
        ledgers.append(name)
      }
      if Self.isName(name, LedgerName(manifest: ManifestFormat.json.fileName).run, hashed: false) {
        runs.append(name)
      }
    }
    ledgers.sort()
    runs.sort()
  }

  /// Adds the run file of a run that has begun since.
  package mutating func addRun(_ name: RawPath) {
    if !runs.contains(name) {
      runs.append(name)
    }
  }

  /// Returns the ledgers of the parts of a whole.
  package func ledgersOfParts(of whole: RawPath) -> [RawPath] {
    let start = whole.bytes + [UInt8(ascii: ".")]
    return ledgers.filter { name in
      guard name.bytes.starts(with: start) else { return false }
      return Shard(label: String(decoding: name.bytes[start.count...], as: UTF8.self)) != nil
    }
  }

  /// Returns whether a name is `stem`, or followed by the hash of a manifest, by a part, or both.
  private static func isName(_ name: RawPath, _ stem: RawPath, hashed: Bool) -> Bool {
    guard name.bytes.starts(with: stem.bytes) else { return false }
    var fields = name.bytes.dropFirst(stem.bytes.count)
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)[...]
    guard fields.popFirst()?.isEmpty ?? false else { return false }
    if hashed, let first = fields.first, first.count == 16, Hexadecimal.value(first) != nil {
      fields.removeFirst()
    }
    if let last = fields.first, Shard(label: String(decoding: last, as: UTF8.self)) != nil {
      fields.removeFirst()
    }
    return fields.isEmpty
  }
}
