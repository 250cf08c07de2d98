import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The manifest of a run: the digest at its end, and the range of each entry.
struct WrittenManifest {
  let digest: ContentDigest?
  let identity: FileIdentity
  let entries: [Range<Int>]
}

/// Ends a run: writes the manifest and the ledger, each only if something has changed.
extension ScanRun {
  func writeManifest(
    _ records: RunRecords, of part: PartFacts?, setup: ScanSetup, context: ScanContext
  ) throws -> WrittenManifest {
    let paths = setup.paths
    let settings = setup.settings
    let previous = setup.previous
    let format = paths.manifestFormat
    let head = ManifestHead(settings: settings.text, counts: records.counts, part: part)
      .text(format)
    if let last = previous.manifest {
      let same = try ManifestComparison.ranges(
        head: head, format: format, count: records.count, in: last, records.entry)
      if let same {
        // A manifest that would be the same is not written: a backup or a sync then sees no change.
        return WrittenManifest(digest: try last.seal(), identity: last.identity, entries: same)
      }
    }
    try context.output.begin()
    // Pictures have to be on the disk before the manifest names them: after a power cut, an older
    // manifest leads to pictures that are drawn again, a newer one to pictures that are missing.
    try context.output.folder.syncFileSystem()
    let folder = try Folder(at: paths.manifest.parent)
    // An album may have its recordings in several parts, so only the manifest of the whole has
    // them.
    let listsAlbums = options.pictures.analyzes && part == nil
    let albums = listsAlbums ? AlbumList(pathToOutput: previous.pathToOutput) : nil
    var manifest = try ManifestFile(
      head, format, as: paths.manifest.name, in: folder, last: previous.manifest,
      albums: albums)
    var written: [Range<Int>] = []
    written.reserveCapacity(records.count)
    for index in 0..<records.count {
      written.append(try manifest.append(records.entry(index)))
    }
    // Another program may have written a file of that name since the run began, which may have been
    // hours ago. What is left is the time between this look and the rename.
    try previous.refuseForeignManifest(paths)
    let digest = try manifest.commit()
    let identity = try folder.status(of: paths.manifest.name).identity
    return WrittenManifest(digest: digest, identity: identity, entries: written)
  }

  /// Writes the ledger, unless it would be the same: from then on the run counts as done. Then
  /// removes what the ledger has taken over, and stores in the cache what this run saw.
  func writeLedger(
    _ records: RunRecords, of manifest: WrittenManifest, hasNoLeftovers: Bool, setup: ScanSetup,
    context: ScanContext
  ) throws {
    let paths = setup.paths
    let previous = setup.previous
    let facts = LedgerFacts(
      generator: Generator.name, settings: setup.settings.textWithoutFontPath,
      key: setup.settings.key,
      manifest: manifest.digest, format: paths.manifestFormat)
    let own = previous.ownLedger(context.output)
    // A run that changes nothing builds nothing: the records of 100,000 recordings are 10 MB to
    // assemble, digest and compare, only to be the same.
    let isRepeated = own != nil && records.repeats(previous)
    let isKnown = isRepeated && previous.sightings?.facts.hasNoLeftovers == hasNoLeftovers
    let expectedCount = isKnown ? 0 : records.count
    var builder = LedgerRecordsBuilder(expecting: expectedCount)
    var sightings = SightingsBuilder(paths.sightings(), expecting: expectedCount)
    if !isKnown {
      for (number, range) in manifest.entries.enumerated() {
        records.append(number, to: &builder, &sightings, at: range)
      }
    }
    // A recording without a record could be gone unnoticed.
    let isWhole = builder.count == records.count
    // Consumed, as a copy of the records of a million recordings takes a hundred megabytes.
    var sections: LedgerCommit.Records?
    if !isRepeated {
      sections = (consume builder).sections()
    }
    // A stopped run leaves the parts of others to the next merge.
    let takesPartsOver = paths.part == nil && !interruption.requested
    let commit = LedgerCommit(context.output, takesPartsOver: takesPartsOver)
    let head = try commit.commit(facts, sections, after: own)
    sections = nil
    guard !isKnown, let head, let cache = context.reader.cache.summaries else { return }
    // Sightings bear the seal of the ledger, by which the next run knows that they are in the order of
    // its records. A kill in between costs that run a search by path.
    let seenFacts = Sightings.Facts(
      ledger: head.seal, manifest: manifest.identity, hasNoLeftovers: hasNoLeftovers && isWhole)
    let seen = (consume sightings).encoded(seenFacts)
    cache.keep(seen, of: paths.sightings(), unlessLike: previous.sightings?.bytes)
  }

  /// Returns whether the manifest of this run lists a path of the output.
  // By the records and not by the files of earlier manifests: what this run has made is listed, and
  // what other options left under other names is not.
  func isListed(_ records: RunRecords, _ context: ScanContext) -> (RawPath) -> Bool {
    // Most runs never ask, and a set of a million names takes time and memory.
    lazy var listed = (0..<records.count).reduce(
      into: ListedNames(in: context.output.folder)
    ) { names, number in
      let record = records.record(number)
      names.insert(context.files.names(of: records.path(number), record))
    }
    return { listed.contains($0) }
  }
}
