import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The last step of a run that writes: the ledger gets its name, and everything that it has taken
/// over goes.
// The order protects what a kill leaves behind. Before the ledger is renamed, the old one and the
// run file prove every file without a mark; afterwards the new one does, so that ledgers of parts
// and run files may go. A kill between the two leaves both, which say the same.
struct LedgerCommit {
  typealias Records = (records: [UInt8], paths: [UInt8])

  private let output: OutputFolder
  /// A run of the whole holds the lock alone, and takes over what parts have left.
  private let takesPartsOver: Bool

  init(_ output: OutputFolder, takesPartsOver: Bool) {
    self.output = output
    self.takesPartsOver = takesPartsOver
  }

  /// Writes the ledger, unless nothing has changed since the last one, and returns the head of the
  /// one that is there now.
  ///
  /// Without records, those of the last ledger stay. Without facts, as after a merge of parts of an
  /// earlier release, a ledger only names owned files.
  func commit(
    _ facts: LedgerFacts?, _ records: Records?, after last: LedgerFile?
  ) throws -> LedgerHead? {
    let found = try output.foundLedgers()
    let name = output.names.ledger
    let parts = takesPartsOver ? found.ledgersOfParts(of: name) : []
    let runs = found.runs.filter { takesPartsOver || $0 == output.names.run }
    let hasNews = output.hasBegun || !parts.isEmpty || !runs.isEmpty
    // A run that wrote nothing reads no line of owned files: a scan that changes nothing is what runs
    // every night.
    if let last, !hasNews, records == nil { return last.head }
    let sections: [LedgerLayout.Section: [UInt8]] = [
      .facts: facts?.encoded() ?? [],
      .records: try records?.records ?? last?.section(.records) ?? [],
      .paths: try records?.paths ?? last?.section(.paths) ?? [],
      .owned: try output.ownedLines(adopting: [name] + parts, and: runs),
    ]
    var head = LedgerFile.head(sections)
    // The head has the digests of all sections; but one that is damaged behind its head has the same.
    let isSame = try last?.head == head && last?.isWhole() ?? false
    if !isSame {
      // Where files cannot be unnamed, a kill leaves a temporary one, which is then looked for.
      try output.begin()
      head = try LedgerFile.write(sections, as: name, in: output.folder)
    }
    for part in parts {
      try LedgerFile.remove(part, from: output.folder)
    }
    for run in runs {
      try RunFile.remove(run, from: output.folder)
    }
    if output.hasBegun {
      try RunFile.remove(output.names.run, from: output.folder)
    }
    return head
  }
}
