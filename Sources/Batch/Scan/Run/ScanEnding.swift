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
    let head = ManifestHead(settings: setup.settings.text, counts: records.counts)
    let commit = ManifestCommit(
      path: paths.manifest,
      format: paths.manifestFormat,
      head: head.text(in: paths.manifestFormat),
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
    setup: ScanSetup,
    context: ScanContext
  ) throws {
    let paths = setup.paths
    let previous = setup.previous
    let facts = LedgerFacts(
      generator: Generator.name,
      settings: setup.settings.textWithoutFontPath,
      key: setup.settings.key,
      manifest: manifest.digest,
      format: paths.manifestFormat,
      part: part
    )

    let own = previous.ownLedger(context.output)
    // A run that changes nothing builds nothing: the records of 100,000 recordings are 10 MB to
    // assemble, digest and compare, only to be the same. The facts of a part may change with the files
    // of the others.
    let isRepeated = own != nil && records.repeats(previous) && previous.facts?.part == part
    let isKnown = isRepeated && previous.sightings?.facts.hasNoLeftovers == hasNoLeftovers
    var seen = SightingsBuilder(paths.sightings(), expecting: isKnown ? 0 : records.count)
    var sections: LedgerCommit.Records?
    // A recording without a record could be gone unnoticed.
    var isWhole = true
    if !isKnown {
      let builder = try builder(of: records, at: manifest.entries, seen: &seen)
      isWhole = builder.count == records.count
      sections = isRepeated ? nil : (consume builder).sections()
    }

    // A stopped run leaves the parts of others to the next merge.
    let takesPartsOver = paths.part == nil && !interruption.requested
    let parts = takesPartsOver ? try supersededParts(in: paths) : []
    let commit = try LedgerCommit(context.output, takesPartsOver: takesPartsOver)
    let head = try commit.write(
      facts,
      records: sections,
      after: own,
      joining: parts.map(\.digest)
    )
    // Freed before the sightings are written, which are as many bytes.
    sections = nil

    if !isKnown, let head, let cache = context.reader.cache.summaries {
      // Sightings bear the seal of the ledger, by which the next run knows that they are in the order of
      // its records. A kill in between costs that run a search by path.
      let seenFacts = Sightings.Facts(
        ledger: head.seal,
        manifest: manifest.identity,
        hasNoLeftovers: hasNoLeftovers && isWhole
      )
      try cache.keep(
        (consume seen).encoded(seenFacts),
        of: paths.sightings(),
        unlessLike: previous.sightings?.bytes
      )
    }
    try remove(parts, of: paths, in: context.output)
    try commit.removeReplaced()
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

  /// Builds the records of the ledger, and what this run saw of each recording.
  private func builder(
    of records: RunRecords,
    at entries: EntryRanges,
    seen: inout SightingsBuilder
  ) throws(SystemFailure) -> LedgerRecordsBuilder {
    var builder = LedgerRecordsBuilder(expecting: records.count)
    var ranges = entries.walk()
    var number = 0
    while let range = try ranges.advance() {
      records.append(number, to: &builder, sightings: &seen, at: range)
      number += 1
    }
    return builder
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
