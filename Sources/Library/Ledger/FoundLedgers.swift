package import WavethumbOptions
package import WavethumbSystem

/// The ledgers and run files that exist in an output, of the whole and of parts.
package struct FoundLedgers: Sendable {
  package private(set) var ledgers: [RawPath] = []
  package private(set) var runs: [RawPath] = []

  /// Lists an output by names alone; whether a file is ours shows when it is read.
  package init(in output: borrowing Folder) throws(SystemFailure) {
    for name in try output.names() {
      if Self.isName(name, LedgerName.whole.ledger) {
        ledgers.append(name)
      }
      if Self.isName(name, LedgerName.whole.run) {
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

  /// The ledgers of parts.
  package var ledgersOfParts: [RawPath] {
    ledgers.filter { name in name != LedgerName.whole.ledger }
  }

  /// Whether files of the output may be other than the ledger of a part, or of the whole, lists: a run
  /// was killed or failed, or parts have been scanned since.
  // Whoever scans the whole takes the parts over, so that a part with a ledger is younger. Parts of one
  // set have no recording in common, so that those that are running say nothing.
  package func mayBeOverwritten(besides part: Shard?) -> Bool {
    let names = runs + ledgersOfParts
    guard let part else { return !names.isEmpty }
    return names.contains { name in
      if name == LedgerName(of: part).ledger { return false }
      guard let other = Self.part(in: name) else { return true }
      return other == part || other.count != part.count
    }
  }

  /// Returns the part that a name ends with; nil for that of the whole.
  private static func part(in name: RawPath) -> Shard? {
    let fields = name.bytes.split(separator: UInt8(ascii: "."))
    guard let label = fields.last else { return nil }
    return Shard(label: String(decoding: label, as: UTF8.self))
  }

  /// Returns whether a name is `stem`, or followed by a part.
  // Strictly, and not by its beginning: `.wavethumb-ledger.bak` is somebody's copy, which must neither
  // be believed nor removed.
  private static func isName(_ name: RawPath, _ stem: RawPath) -> Bool {
    if name == stem { return true }
    let start = stem.bytes + [UInt8(ascii: ".")]
    guard name.bytes.starts(with: start) else { return false }
    let label = name.bytes[start.count...]
    return Shard(label: String(decoding: label, as: UTF8.self)) != nil
  }
}
