import WavethumbLibrary
import WavethumbSystem

/// Checks whether the files of known recordings still exist, while the library is crawled.
// On the thread that crawls, this was a fifth of an unchanged run of 100,000 recordings.
struct OutputPrecheck: Sendable {
  /// For fewer recordings a thread costs more than it saves.
  static let minimumRecordings = 500

  private let index: LedgerRecords
  private let files: OutputFiles
  private let interruption: Interruption

  /// Returns nil if other settings apply, or for few recordings.
  init?(_ previous: PreviousRun, files: OutputFiles, interruption: Interruption) {
    guard previous.hasSameSettings, let index = previous.index else { return nil }
    guard index.count >= Self.minimumRecordings else { return nil }
    self.index = index
    self.files = files
    self.interruption = interruption
  }

  /// Returns for each place in the index whether all its files exist; after a signal, the result is
  /// shorter.
  func perform() -> [Bool] {
    var found: [Bool] = []
    found.reserveCapacity(index.count)
    index.forEach { path, record in
      found.append(record.isMade && files.areWhole(of: path, index.tables.sizes(of: record)))
      return found.count & 63 != 0 || !interruption.requested
    }
    return found
  }
}
