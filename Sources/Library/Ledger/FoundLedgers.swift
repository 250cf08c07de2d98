import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The ledgers and run files that exist in an output.
package struct FoundLedgers: Sendable {
  /// Those of all manifests and parts.
  package private(set) var ledgers: [RawPath] = []
  package private(set) var runs: [RawPath] = []

  /// Lists an output by names alone; whether a file is ours shows when it is read.
  package init(in output: borrowing Folder) throws(SystemFailure) {
    let standard = LedgerName(manifest: ManifestFormat.json.fileName)
    for name in try output.names() {
      if Self.isName(name, standard.ledger, hashed: true) {
        ledgers.append(name)
      }
      if Self.isName(name, standard.run, hashed: false) {
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

  /// The part whose run file has this name; nil for that of the whole.
  package static func part(ofRun name: RawPath) -> Shard? {
    let fields = name.bytes.split(separator: UInt8(ascii: "."))
    return fields.last.flatMap { Shard(label: String(decoding: $0, as: UTF8.self)) }
  }

  /// Returns whether a name is `stem`, or followed by the hash of a manifest, by a part, or both.
  // Strictly, and not by its beginning: `.wavethumb-ledger.bak` is somebody's copy, which must neither
  // be believed nor removed.
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
