import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The last step of a run that writes: the ledger gets its name, and everything that it has taken
/// over goes.
// The order protects what a kill leaves behind. Before the ledger is renamed, the old one and the
// run file prove every file without a mark; afterwards the new one does, so that parts and run files
// may go. A kill between the two leaves both, which say the same; and the run file, which goes last,
// says which parts the ledger has.
struct LedgerCommit {
  typealias Records = (records: [UInt8], paths: [UInt8])

  private let output: OutputFolder
  /// The ledgers of parts that this run takes over.
  private let parts: [RawPath]
  private let runs: [RawPath]

  /// A run of the whole holds the lock alone, and takes over what parts have left.
  init(_ output: OutputFolder, takesPartsOver: Bool) throws(SystemFailure) {
    let found = try output.foundLedgers()
    self.output = output
    parts = takesPartsOver ? found.ledgersOfParts(of: output.names.ledger) : []
    runs = found.runs.filter { takesPartsOver || $0 == output.names.run }
  }

  /// Writes the ledger, unless nothing has changed since the last one, and returns the head of the
  /// one that is there now.
  ///
  /// Without records, those of the last ledger stay. `joined` are the digests of the manifests of
  /// parts that are deleted next.
  func write(
    _ facts: LedgerFacts, _ records: Records?, after last: LedgerFile?,
    joining joined: [ContentDigest] = []
  ) throws -> LedgerHead? {
    let hasNews = output.hasBegun || !parts.isEmpty || !runs.isEmpty || !joined.isEmpty
    // A run that wrote nothing reads no line of owned files: a scan that changes nothing is what runs
    // every night.
    if let last, !hasNews, records == nil { return last.head }
    let sections: [LedgerLayout.Section: [UInt8]] = [
      .facts: facts.encoded(),
      .records: try records?.records ?? last?.section(.records) ?? [],
      .paths: try records?.paths ?? last?.section(.paths) ?? [],
      .owned: try output.ownedLines(adopting: [output.names.ledger] + parts, and: runs),
    ]
    let head = LedgerFile.head(sections)
    // The head has the digests of all sections; but one that is damaged behind its head has the same.
    let isSame = try last?.head == head && last?.isWhole() ?? false
    try output.note(joined: joined, by: head.seal)
    if isSame { return head }
    // Where files cannot be unnamed, a kill leaves a temporary one, which is then looked for.
    try output.begin()
    return try LedgerFile.write(sections, as: output.names.ledger, in: output.folder)
  }

  /// Removes the ledgers and run files that the ledger has taken over, after everything else that a
  /// killed run would have to know of.
  func removeReplaced() throws(SystemFailure) {
    for part in parts {
      try LedgerFile.remove(part, from: output.folder)
    }
    for run in runs where run != output.names.run {
      try RunFile.remove(run, from: output.folder)
    }
    if output.hasBegun || runs.contains(output.names.run) {
      try RunFile.remove(output.names.run, from: output.folder)
    }
  }
}
