import Bytes
import Library
import Outputs
import System

/// The manifest of a run: the digest at its end, and the key of its index if that has all
/// recordings.
struct WrittenManifest {
  let digest: ContentDigest?
  let key: ScanIndexKey?
}

/// Ends a run: writes the manifest and the index, each only if something has changed.
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
      let key = remember(
        records, entries: kept, manifest: last.identity, setup: setup, tools: tools)
      return WrittenManifest(digest: try last.seal(), key: key)
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
    let key = remember(records, entries: written, manifest: identity, setup: setup, tools: tools)
    return WrittenManifest(digest: digest, key: key)
  }

  /// Writes the index, which the next run trusts without opening files; losing it only costs time.
  /// Returns its key if it has all recordings.
  private func remember(
    _ records: RunRecords, entries: [Range<Int>], manifest: FileIdentity, setup: ScanSetup,
    tools: ScanTools
  ) -> ScanIndexKey? {
    let places = setup.places
    let settings = setup.settings
    let key = ScanIndexKey(
      library: places.absoluteLibrary, output: places.memoryOutput, settings: settings.key.bytes,
      manifest: manifest)
    guard let cache = tools.reader.cache.summaries, !setup.previous.isRepeated(by: records, key)
    else { return key }
    var builder = ScanIndexBuilder(key, expecting: entries.count)
    for (number, place) in entries.enumerated() {
      records.append(number, to: &builder, at: place)
    }
    let isWhole = builder.count == entries.count
    cache.keep(consume builder, unlessLike: setup.previous.index?.bytes)
    guard isWhole else { return nil }
    return key
  }

  /// Writes the ledger, unless it would be the same: from then on the run counts as done. Then
  /// removes what the ledger has taken over: ledgers of parts, and run files.
  func writeLedger(
    _ manifest: ContentDigest?, setup: ScanSetup, tools: ScanTools
  ) throws {
    let places = setup.places
    let facts = LedgerFacts(
      generator: Generator.name, settings: setup.settings.placelessText, key: setup.settings.key,
      manifest: manifest, format: places.manifestFormat)
    // A stopped run leaves the parts of others to the next merge.
    let isWhole = places.part == nil && !interruption.requested
    try LedgerCommit(tools.output, isWhole: isWhole).commit(
      facts, after: setup.previous.ledger)
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
