import Bytes
import Library
import System

/// The last step of a run that writes: the ledger gets its name, and everything that it has taken
/// over goes.
// The order protects what a kill leaves behind. Before the ledger is renamed, the old one and the
// run file prove every file without a mark; afterwards the new one does, so that ledgers of parts
// and run files may go. A kill between the two leaves both, which say the same.
struct LedgerCommit {
  private let output: OutputFolder
  /// A run of the whole holds the lock alone, and takes over what parts have left.
  private let isWhole: Bool

  init(_ output: OutputFolder, isWhole: Bool) {
    self.output = output
    self.isWhole = isWhole
  }

  /// Writes the ledger, unless nothing has changed since the last one.
  ///
  /// Without facts, as after a merge of parts of an earlier release, it only names owned files.
  func commit(_ facts: LedgerFacts?, after last: LedgerFile?) throws {
    let found = try FoundLedgers(in: output.folder)
    let name = output.names.ledger
    let parts = isWhole ? found.ledgersOfParts(of: name) : []
    let runs = found.runs.filter { isWhole || $0 == output.names.run }
    let hasNews = output.hasBegun || !parts.isEmpty || !runs.isEmpty
    if let last, !hasNews, try last.facts() == facts { return }
    let sections: [LedgerLayout.Section: [UInt8]] = [
      .facts: facts?.encoded() ?? [],
      .owned: try output.ownedLines(adopting: [name] + parts, and: runs),
    ]
    let isSame = try last?.head == LedgerFile.head(sections) && last?.isWhole() ?? false
    if !isSame {
      _ = try LedgerFile.write(sections, as: name, in: output.folder)
    }
    for part in parts {
      try LedgerFile.remove(part, from: output.folder)
    }
    for run in runs {
      try RunFile.remove(run, from: output.folder)
    }
  }
}
