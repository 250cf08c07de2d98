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
    _ records: RunRecords, of part: PartFacts?, setup: ScanSetup, tools: ScanTools
  ) throws -> WrittenManifest {
    let places = setup.places
    let settings = setup.settings
    let previous = setup.previous
    let format = places.manifestFormat
    let head = ManifestHead(settings: settings.text, counts: records.counts, part: part)
      .text(format)
    if let last = previous.manifest,
      let kept = try ManifestComparison.places(
        head, format, records.count, in: last, records.entry)
    {
      // A manifest that would be the same is not written: a backup or a sync then sees no change.
      return WrittenManifest(digest: try last.seal(), identity: last.identity, entries: kept)
    }
    try tools.output.begin()
    // Pictures have to be on the disk before the manifest names them: after a power cut, an older
    // manifest leads to pictures that are drawn again, a newer one to pictures that are missing.
    try tools.output.folder.syncFileSystem()
    let folder = try Folder(at: places.manifest.parent)
    // An album may have its recordings in several parts, so only the manifest of the whole has
    // them.
    let listsAlbums = options.pictures.analyzes && part == nil
    var manifest = try ManifestFile(
      head, format, as: places.manifest.name, in: folder, last: previous.manifest,
      albums: listsAlbums ? AlbumList(way: previous.way) : nil)
    var written: [Range<Int>] = []
    written.reserveCapacity(records.count)
    for index in 0..<records.count {
      written.append(try manifest.append(records.entry(index)))
    }
    // Another program may have written a file of that name since the run began.
    try previous.refuseForeignManifest(places)
    let digest = try manifest.commit()
    let identity = try folder.status(of: places.manifest.name).identity
    return WrittenManifest(digest: digest, identity: identity, entries: written)
  }

  /// Writes the ledger, unless it would be the same: from then on the run counts as done. Then
  /// removes what the ledger has taken over, and stores in the cache what this run saw.
  func writeLedger(
    _ records: RunRecords, of manifest: WrittenManifest, hasNoLeftovers: Bool, setup: ScanSetup,
    tools: ScanTools
  ) throws {
    let places = setup.places
    let previous = setup.previous
    let facts = LedgerFacts(
      generator: Generator.name, settings: setup.settings.placelessText, key: setup.settings.key,
      manifest: manifest.digest, format: places.manifestFormat)
    let own = previous.ownLedger(tools.output)
    let isRepeated = own != nil && records.repeats(previous)
    let isKnown = isRepeated && previous.sightings?.facts.hasNoLeftovers == hasNoLeftovers
    var builder = LedgerRecordsBuilder(expecting: isKnown ? 0 : records.count)
    var sightings = SightingsBuilder(places.sightings(), expecting: isKnown ? 0 : records.count)
    if !isKnown {
      for (number, place) in manifest.entries.enumerated() {
        records.append(number, to: &builder, &sightings, at: place)
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
    let takesPartsOver = places.part == nil && !interruption.requested
    let head = try LedgerCommit(tools.output, takesPartsOver: takesPartsOver).commit(
      facts, sections, after: own)
    sections = nil
    guard !isKnown, let head, let cache = tools.reader.cache.summaries else { return }
    let seen = (consume sightings).encoded(
      Sightings.Facts(
        ledger: head.seal, manifest: manifest.identity,
        hasNoLeftovers: hasNoLeftovers && isWhole))
    cache.keep(seen, of: places.sightings(), unlessLike: previous.sightings?.bytes)
  }

  /// Returns whether the manifest of this run lists a path of the output.
  func isListed(_ records: RunRecords, _ tools: ScanTools) -> (RawPath) -> Bool {
    // Most runs never ask, and a set of a million names takes time and memory.
    lazy var listed = (0..<records.count).reduce(
      into: ListedNames(in: tools.output.folder)
    ) { names, number in
      let record = records.record(number)
      names.insert(tools.files.names(of: records.path(number), record))
    }
    return { listed.contains($0) }
  }
}
