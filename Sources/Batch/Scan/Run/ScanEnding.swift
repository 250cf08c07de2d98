import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Ends a run: writes the manifest and the ledger, each only if something has changed.
extension ScanRun {
  func writeManifest(
    _ records: RunRecords,
    setup: ScanSetup,
    context: ScanContext
  ) throws -> WrittenManifest {
    let paths = setup.paths
    let previous = setup.previous
    let header = ManifestHeader(settings: setup.settings.text, counts: records.counts)
    let commit = ManifestCommit(
      path: paths.manifest,
      header: header.text,
      count: records.count,
      last: previous.manifest,
      named: previous.facts?.manifest
    )
    // An album may have its recordings in several parts, so only the manifest of the whole has
    // them.
    let listsAlbums = options.pictures.analyzes && paths.part == nil
    let albums = listsAlbums ? AlbumList(pathToOutput: previous.pathToOutput) : nil
    return try commit.write(in: context.output, listing: albums) { records.entry }
  }

  /// Writes the ledger, unless it would be the same: from then on the run counts as done. Then stores
  /// in the cache what this run saw, and removes what the ledger has taken over.
  func writeLedger(
    _ records: RunRecords,
    of manifest: WrittenManifest,
    part: PartFacts?,
    hasNoLeftovers: Bool,
    listing: LibraryListing,
    setup: ScanSetup,
    context: ScanContext
  ) throws {
    let paths = setup.paths
    let previous = setup.previous
    let facts = LedgerFacts(
      generator: Generator.name,
      settings: setup.settings.textWithoutFontPath,
      choices: options.choices,
      key: setup.settings.key,
      manifest: manifest.digest,
      manifestPath: paths.fromOutputToManifest,
      part: part
    )

    let own = previous.ownLedger(context.output)
    // A run that changes nothing builds nothing: the records of 100,000 recordings are 10 MB to
    // assemble, digest and compare, only to be the same. The facts of a part may change with the files
    // of the others.
    let hasSameFacts = previous.facts?.part == part && previous.facts?.choices == options.choices
    let isRepeated = own != nil && records.matches(previous) && hasSameFacts
    let seen = previous.sightings?.facts
    let (waiting, overdue) = listing.waitingTimes(
      after: seen?.waiting ?? [:],
      now: WallClock.seconds
    )
    for path in overdue {
      report.say(.waitsForADay(path.bytes))
    }
    let isKnown =
      isRepeated && seen?.hasNoLeftovers == hasNoLeftovers && seen?.waiting == waiting
    var gathered: GatheredRecords?
    if !isKnown {
      gathered = gather(records, at: manifest.entries, paths: paths, keepsLedger: isRepeated)
    }

    // A run that has not looked at all recordings leaves the parts of others to the next merge.
    let takesPartsOver = paths.part == nil && listing.roots == nil && !interruption.requested
    let parts = takesPartsOver ? try supersededParts(in: paths) : []
    let commit = try LedgerCommit(context.output, takesPartsOver: takesPartsOver)
    let header = try commit.write(
      facts,
      records: gathered?.sections,
      after: own,
      joining: parts.map(\.digest)
    )
    // Freed before the sightings are written, which are as many bytes.
    gathered?.sections = nil

    if let gathered, let header {
      let seenFacts = Sightings.Facts(
        ledger: header.digest,
        manifest: manifest.identity,
        hasNoLeftovers: hasNoLeftovers && gathered.isWhole,
        waiting: waiting
      )
      keep(gathered.sightings, seenFacts, setup: setup, context: context)
    }
    try remove(parts, of: paths, in: context.output)
    // After a killed run, files of recordings that were not looked at may be others than the ledger
    // lists: the run file says so to the next scan.
    let leavesDoubt = listing.roots != nil && previous.filesMayDiffer
    if !leavesDoubt {
      try commit.removeReplaced()
    }
  }

  /// Stores in the cache what this run saw of the recordings.
  // Sightings bear the digest of the ledger, by which the next run knows that they are in the order of
  // its records: so they are written after it. A kill in between costs that run a search by path.
  private func keep(
    _ sightings: SightingsBuilder,
    _ facts: Sightings.Facts,
    setup: ScanSetup,
    context: ScanContext
  ) {
    guard let cache = context.reader.cache.summaries else { return }
    cache.keep(
      sightings.encoded(facts),
      of: setup.paths.sightings(),
      unlessLike: setup.previous.sightings?.bytes
    )
  }

  /// Deletes the manifests of parts that the ledger has taken over, and their locks.
  private func remove(
    _ parts: [PartFiles.Part],
    of paths: ScanPaths,
    in output: OutputFolder
  ) throws {
    // Most runs have none, and need not open the folder of the manifest.
    if parts.isEmpty { return }
    let files = try paths.partFiles()
    for part in parts {
      try files.remove(part, lockIn: output.folder)
    }
  }

  /// Builds the records of the ledger, and what this run saw of each recording, in one walk over the
  /// records; `keepsLedger` says that those of the last ledger stay.
  private func gather(
    _ records: RunRecords,
    at entries: EntryRanges,
    paths: ScanPaths,
    keepsLedger: Bool
  ) -> GatheredRecords {
    var builder = LedgerRecordsBuilder(expecting: records.count)
    var sightings = SightingsBuilder(paths.sightings(), expecting: records.count)
    entries.forEach { number, range in
      records.append(number, to: &builder, sightings: &sightings, at: range)
    }
    let isWhole = builder.count == records.count
    return GatheredRecords(
      sections: keepsLedger ? nil : builder.sections(),
      sightings: sightings,
      isWhole: isWhole
    )
  }

  /// Returns the parts that were never joined, which are older than the manifest of this run, and
  /// reports other files with such names.
  private func supersededParts(in paths: ScanPaths) throws -> [PartFiles.Part] {
    let found = try paths.partFiles().found()
    for other in found.others {
      report.say(.notOurs(paths.manifest.parent.appending(other).bytes))
    }
    return found.parts
  }

  /// Returns whether the manifest of this run lists a path of the output.
  // By the records and not by the files of earlier manifests: what this run has made is listed, and
  // what other options left under other names is not.
  func isListed(_ records: RunRecords, _ context: ScanContext) -> (RawPath) -> Bool {
    // Most runs never ask, and a set of a million names takes time and memory.
    lazy var listed = listedNames(records, context)
    return { path in listed.contains(path) }
  }

  private func listedNames(_ records: RunRecords, _ context: ScanContext) -> ListedNames {
    var names = ListedNames(in: context.output.folder)
    for number in 0..<records.count {
      let record = records.record(number)
      names.insert(context.files.names(of: records.path(number), by: record))
    }
    return names
  }
}

/// The records for the ledger, and the sightings in the same order.
private struct GatheredRecords {
  /// Nil if the records of the last ledger stay.
  var sections: LedgerCommit.Records?
  let sightings: SightingsBuilder
  /// Whether each recording has a record: one without could be gone unnoticed.
  let isWhole: Bool
}
