import WavethumbLibrary
import WavethumbSystem

/// Checks whether the files of known recordings still exist, while the library is crawled.
// On the thread that crawls, this was a fifth of an unchanged run of 100,000 recordings.
struct OutputPrecheck: Sendable {
  /// For fewer recordings a thread costs more than it saves.
  // Looking at 500 files takes about a millisecond (100,000 took 0.18 s), which nobody would
  // notice. Half and twice of it were not tried.
  static let minimumRecordings = 500

  private let records: LedgerRecords
  private let files: OutputFiles
  private let interruption: Interruption

  /// Returns nil if other settings apply, or for few recordings.
  init?(_ previous: PreviousRun, files: OutputFiles, interruption: Interruption) {
    guard previous.hasSameSettings, let records = previous.records else { return nil }
    guard records.count >= Self.minimumRecordings else { return nil }
    self.records = records
    self.files = files
    self.interruption = interruption
  }

  /// Returns for each record of the ledger whether all its files exist; after a signal, the result is
  /// shorter.
  func perform() -> [Bool] {
    var found: [Bool] = []
    found.reserveCapacity(records.count)
    records.forEach { path, record in
      found.append(
        record.isDecoded && files.areWhole(of: path, sizes: records.tables.sizes(of: record))
      )
      return found.count & 63 != 0 || !interruption.requested
    }
    return found
  }
}
