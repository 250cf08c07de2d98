import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The last step of a run that writes: the ledger gets its name, and everything that it has taken
/// over goes.
// The order of a run, of the whole or of a part, and what a kill leaves after each step:
//
// 1. Files. Each has our mark, or a line in the run file that was there before its name. Some are not
//    those that the last ledger lists, also where the size is the same: the next run sees the run file,
//    and compares files with their digests.
// 2. The manifest. It is ahead of the ledger, which names another digest, and is written again.
// 3. Page and deleted pictures. The next run finds them so.
// 4. For a run of the whole, lines in the run file with the parts that it takes over and the digest of
//    its ledger. No ledger has that digest yet, so they have no effect.
// 5. The ledger: now the run counts as done, and the lines of 4 hold. Old and new ledger, parts and
//    run file all name files that are ours.
// 6. Sightings. Those of an earlier ledger are found by their paths, or the recordings are read once.
// 7. Manifests of parts deleted, then their ledgers. The next run of the whole deletes the rest.
// 8. The run file removed, last of all.
struct LedgerCommit {
  typealias Records = (records: BytePieces, paths: BytePieces)

  private let output: OutputFolder
  /// The ledgers of parts that this run takes over.
  private let parts: [RawPath]
  private let runs: [RawPath]

  /// A run of the whole holds the lock alone, and takes over what parts have left.
  init(_ output: OutputFolder, takesPartsOver: Bool) throws(SystemFailure) {
    let found = try output.foundLedgers()
    self.output = output
    let run = output.names.run
    if takesPartsOver {
      parts = found.ledgersOfParts
      runs = found.runs
    } else {
      parts = []
      runs = found.runs.filter { name in name == run }
    }
  }

  /// Writes the ledger, unless nothing has changed since the last one, and returns the header of the
  /// one that is there now.
  ///
  /// Without records, those of the last ledger stay. `joined` are the digests of the manifests of
  /// parts that are deleted next.
  func write(
    _ facts: LedgerFacts,
    records: Records?,
    after last: LedgerFile?,
    joining joined: [ContentDigest] = []
  ) throws -> LedgerHeader? {
    let hasChanges = output.hasBegun || !parts.isEmpty || !runs.isEmpty || !joined.isEmpty
    // A run that wrote nothing reads no line of owned files: a scan that changes nothing is what runs
    // every night.
    if let last, !hasChanges, records == nil { return last.header }
    output.beginLedger()
    let sections: [LedgerLayout.Section: BytePieces] = [
      .facts: BytePieces(facts.encoded()),
      .records: try records?.records ?? BytePieces(last?.section(.records) ?? []),
      .paths: try records?.paths ?? BytePieces(last?.section(.paths) ?? []),
      .owned: try output.ownedLines(adopting: [output.names.ledger] + parts, and: runs),
    ]
    let header = LedgerFile.header(sections)
    // The header has the digests of all sections; but one that is damaged behind its header has the same.
    let isSame = try last?.header == header && last?.isWhole() ?? false
    try output.record(joined: joined, by: header.digest)
    if isSame { return header }
    // Where files cannot be unnamed, a kill leaves a temporary one, which is then looked for.
    try output.begin()
    try LedgerFile.write(sections, header, as: output.names.ledger, in: output.folder)
    return header
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
