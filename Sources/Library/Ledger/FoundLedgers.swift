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
      if Self.isName(name, standard.ledger) {
        ledgers.append(name)
      }
      if Self.isName(name, standard.run) {
        runs.append(name)
      }
    }
    ledgers.sort()
    runs.sort()
  }

  /// Returns whether a folder has a ledger of ours, and so is an output.
  package static func hasLedger(in folder: borrowing Folder) throws(SystemFailure) -> Bool {
    for name in try FoundLedgers(in: folder).ledgers {
      do throws(LedgerFault) {
        if try LedgerFile.open(name, in: folder) != nil { return true }
      } catch {
        if case .failed(let failure) = error { throw failure }
      }
    }
    return false
  }

  /// Adds the run file of a run that has begun since.
  package mutating func addRun(_ name: RawPath) {
    if !runs.contains(name) {
      runs.append(name)
    }
  }

  /// Returns the ledgers of the parts of a whole.
  package func ledgersOfParts(of whole: RawPath) -> [RawPath] {
    ledgers.filter { name in Self.isOfPart(name, of: whole) }
  }

  /// Returns the run files of a whole and of its parts.
  package func runs(of whole: RawPath) -> [RawPath] {
    runs.filter { name in name == whole || Self.isOfPart(name, of: whole) }
  }

  /// Returns the run files that concern a part: all but those of the other parts in its set.
  // Parts of another set may have the same recordings, and what a killed one has replaced concerns all.
  package func runs(concerning part: Shard, of whole: RawPath) -> [RawPath] {
    runs.filter { name in !Self.isOfOtherPart(name, than: part, of: whole) }
  }

  /// Returns the ledgers that concern a part: all but those of the other parts in its set.
  package func ledgers(concerning part: Shard, of whole: RawPath) -> [RawPath] {
    ledgers.filter { name in !Self.isOfOtherPart(name, than: part, of: whole) }
  }

  /// Returns whether a name is that of another part in the set of a part.
  private static func isOfOtherPart(
    _ name: RawPath,
    than part: Shard,
    of whole: RawPath
  ) -> Bool {
    guard let other = Self.part(name, of: whole) else { return false }
    return other != part && other.count == part.count
  }

  private static func isOfPart(_ name: RawPath, of whole: RawPath) -> Bool {
    part(name, of: whole) != nil
  }

  /// Returns the part in a name that is that of the whole followed by a part.
  private static func part(_ name: RawPath, of whole: RawPath) -> Shard? {
    let start = whole.bytes + [UInt8(ascii: ".")]
    guard name.bytes.starts(with: start) else { return nil }
    let label = name.bytes[start.count...]
    return Shard(label: String(decoding: label, as: UTF8.self))
  }

  /// Returns whether a name is `stem`, or followed by the hash of a manifest, by a part, or both.
  // Strictly, and not by its beginning: `.wavethumb-ledger.bak` is somebody's copy, which must neither
  // be believed nor removed.
  private static func isName(_ name: RawPath, _ stem: RawPath) -> Bool {
    guard name.bytes.starts(with: stem.bytes) else { return false }
    let rest = name.bytes.dropFirst(stem.bytes.count)
    let allFields = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // Before the first point there is nothing, or the name goes on after the stem.
    guard let first = allFields.first, first.isEmpty else { return false }
    var fields = allFields.dropFirst()
    if let field = fields.first, isHash(field) {
      fields.removeFirst()
    }
    if let field = fields.first, isLabel(field) {
      fields.removeFirst()
    }
    return fields.isEmpty
  }

  private static func isHash(_ field: ArraySlice<UInt8>) -> Bool {
    field.count == 16 && Hexadecimal.value(field) != nil
  }

  private static func isLabel(_ field: ArraySlice<UInt8>) -> Bool {
    Shard(label: String(decoding: field, as: UTF8.self)) != nil
  }
}
