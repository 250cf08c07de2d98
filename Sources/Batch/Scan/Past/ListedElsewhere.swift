import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The files that other manifests of the same output list, by what their ledgers say.
///
/// Two libraries may share an output, each with a manifest elsewhere. What one of them does not list
/// is not unlisted as long as the other lists it.
struct ListedElsewhere {
  private var names: ListedNames
  /// Another ledger whose files are unknown: it is damaged, or of another version.
  private(set) var unreadable: RawPath?

  init(in output: OutputFolder) throws(SystemFailure) {
    names = ListedNames(in: output.folder)
    let found = try output.foundLedgers()
    let own = output.names.ledger
    let ownParts = found.ledgersOfParts(of: own)
    for name in found.ledgers where name != own && !ownParts.contains(name) {
      if try !add(name, in: output) {
        unreadable = name
      }
    }
  }

  func contains(_ name: RawPath) -> Bool { names.contains(name) }

  /// Adds the files of all recordings in a ledger; returns false if they cannot be known.
  private mutating func add(
    _ name: RawPath,
    in output: OutputFolder
  ) throws(SystemFailure) -> Bool {
    let ledger: LedgerFile?
    do throws(LedgerFault) {
      ledger = try LedgerFile.open(name, in: output.folder)
    } catch {
      if case .failed(let failure) = error { throw failure }
      // Another program's file lists nothing of ours.
      return true
    }
    guard let ledger else { return true }
    let files = try Self.files(of: ledger)
    let records = try Self.records(of: ledger)
    guard let files, let records else { return false }
    records.forEach { path, record in
      names.insert(files.names(of: path, by: record))
      return true
    }
    return true
  }

  // A ledger lists recordings. The names of their files follow from its settings, so that nothing
  // that somebody writes into a ledger can name a file that no scan would make.
  private static func files(of ledger: LedgerFile) throws(SystemFailure) -> OutputFiles? {
    guard let facts = try ledger.facts(), let settings = JSONValue.reading(facts.settings),
      let options = SettingsReader.optionsWithoutPrograms(in: settings)
    else { return nil }
    let plan = OutputPlan(options.pictures, formats: options.formats)
    return OutputFiles(output: nil, outputPlan: plan)
  }

  // Without sightings: names of files do not depend on what a run saw of the recordings.
  private static func records(of ledger: LedgerFile) throws(SystemFailure) -> LedgerRecords? {
    guard let records = try ledger.section(.records), let paths = try ledger.section(.paths) else {
      return nil
    }
    return LedgerRecords(records: records, paths: paths, seal: nil)
  }
}
