import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// A ledger of another manifest or of a part in the same output.
enum OtherLedger {
  /// The ledger names these files, of these recordings.
  case listing(Listing)
  /// Its files are unknown: it is damaged, or of another version.
  case unreadable
  /// Another program has written the file, which lists nothing of ours.
  case foreign

  struct Listing {
    let facts: LedgerFacts
    let files: OutputFiles
    let records: LedgerRecords
  }

  init(_ name: RawPath, in output: OutputFolder) throws(SystemFailure) {
    let ledger: LedgerFile?
    do throws(LedgerFault) {
      ledger = try LedgerFile.open(name, in: output.folder)
    } catch {
      if case .failed(let failure) = error { throw failure }
      ledger = nil
    }
    guard let ledger else {
      self = .foreign
      return
    }
    // Without sightings: names of files do not depend on what a run saw of the recordings.
    guard let facts = try ledger.facts(),
      let files = OutputFiles(namedBy: facts),
      let recordBytes = try ledger.section(.records),
      let pathBytes = try ledger.section(.paths),
      let records = LedgerRecords(records: recordBytes, paths: pathBytes, seal: nil)
    else {
      self = .unreadable
      return
    }
    self = .listing(Listing(facts: facts, files: files, records: records))
  }
}

extension OutputFiles {
  /// Creates the names of files by the settings of a ledger; nil if these cannot be read.
  // A ledger lists recordings. The names of their files follow from its settings, so that nothing
  // that somebody writes into a ledger can name a file that no scan would make.
  init?(namedBy facts: LedgerFacts) {
    guard let settings = JSONValue.reading(facts.settings),
      let options = SettingsReader.optionsWithoutPrograms(in: settings)
    else { return nil }
    let plan = OutputPlan(options.pictures, formats: options.formats)
    self.init(output: nil, outputPlan: plan)
  }
}
