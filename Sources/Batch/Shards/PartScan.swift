import Glibc
import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// A part as its scan has left it: the ledger, and the manifest that the ledger names.
///
/// Both may come from elsewhere. They shape the pictures and entries of the part's own recordings,
/// and nothing else: no path, no program, no name of a file is believed.
// What a merge asks of a part: a ledger of this version that says which part it is, and that its scan
// was finished; a manifest with the digest that the ledger names, and with the same options; entries in
// the order of their paths, all of recordings that belong to the part, none with a file of another name
// than a scan gives it; for each recording a record with the status, the range and the sizes of its
// entry. Files are compared with the digests in their entries while they are copied. `PartMerge` asks
// the parts of a set for the same options and library; that no two have one recording follows, since a
// part speaks of its own recordings only.
//
// All of it is checked before anything is written. The text of an entry is read again when it is copied,
// and has to have the digest of the first time: another process may write into the file meanwhile.
struct PartScan {
  /// Where an entry is in the manifest of the part, with the digest of its text.
  struct Entry {
    let range: Range<Int>
    let digest: ContentDigest
    /// The number of its record; -1 for a name that the crawl could not enter.
    let record: Int32
  }

  let facts: LedgerFacts
  let part: PartFacts
  let records: LedgerRecords
  let manifest: StoredManifest
  let counts: ManifestCounts
  /// The settings as text of the manifest.
  let settings: [UInt8]
  /// In the order of their paths.
  let entries: [Entry]
  let folder: PartsFolder
  /// Its manifest, once all bytes are known to have its digest.
  let file: PartFiles.Part
  /// The key of what its scan saw.
  let sightings: Sightings.Key
  private let names: DerivedNames
  /// The paths of the entries without a record.
  private let unrecorded: [RawPath]

  /// Reads ledger and manifest of a part side by side; throws if either is not what a scan writes, or
  /// if a signal arrives.
  init(
    _ shard: Shard,
    in folder: PartsFolder,
    seenIn cache: CacheFolder?,
    interruption: Interruption
  ) throws {
    let ledger = try PartLedger(
      of: shard,
      in: folder,
      seenIn: cache,
      interruption: interruption
    )
    let path = folder.manifest(of: shard)
    guard let identity = try PreviousRun.status(of: path) else {
      throw RunFailure.notAPart(path.bytes)
    }
    let reading: PartReading
    do throws(ManifestFault) {
      reading = try PartReading(
        path,
        describedBy: ledger,
        in: folder,
        interruption: interruption
      )
    } catch {
      // A signal stops the reading as well, and says nothing about the part.
      try interruption.check()
      throw RunFailure.notAPart(path.bytes)
    }
    if reading.hasStaleEntries { throw RunFailure.partUnfinished(shard) }

    manifest = StoredManifest(path, identity)
    // Opened for good: from now on the name may belong to another file.
    guard try manifest.trailerDigest() == reading.digest else {
      throw RunFailure.notAPart(path.bytes)
    }
    facts = ledger.facts
    part = ledger.part
    records = ledger.records
    self.folder = folder
    counts = reading.counts
    settings = reading.settings
    entries = reading.entries
    unrecorded = reading.unrecorded
    names = reading.names
    file = PartFiles.Part(shard, digest: reading.digest, identity: identity)
    sightings = ledger.sightings
  }

  /// Returns the record of an entry; nil if it has none.
  func record(_ number: Int) -> PackedRecord? {
    let record = Int(entries[number].record)
    return record < 0 ? nil : records[record]
  }

  /// Calls `body` with the path of each entry, in order.
  func forEachPath(_ body: (_ entry: Int, _ path: RawPath) -> Void) {
    var paths = LedgerPaths(records)
    var others = unrecorded[...]
    for (number, entry) in entries.enumerated() {
      if entry.record < 0 {
        if let path = others.popFirst() {
          body(number, path)
        }
      } else if paths.advance() {
        body(number, RawPath(bytes: paths.path))
      }
    }
  }

  /// Returns the text of an entry; throws if it has changed since the part was opened.
  func text(_ number: Int) throws(SystemFailure) -> [UInt8] {
    let text = try manifest.bytes(entries[number].range)
    // As if the disk had failed: the merge cannot go on, and leaves the parts as they are.
    guard ContentDigest(of: text) == entries[number].digest else {
      throw SystemFailure(.read, errno: EIO, at: manifest.path)
    }
    return text
  }

  /// Returns the files of an entry.
  func files(of number: Int) throws -> [ListedFile] {
    let entry = ManifestEntry(try text(number), pathToOutput: folder.pathToOutput)
    guard let entry, names.contain(filesOf: entry) else {
      throw RunFailure.notAPart(manifest.path.bytes)
    }
    return entry.files
  }
}

/// The ledger of a part, written by this version at the end of a scan that nothing has followed.
private struct PartLedger {
  let facts: LedgerFacts
  let part: PartFacts
  let records: LedgerRecords
  /// The key of what the scan of the part saw.
  let sightings: Sightings.Key

  /// Opens the ledger; throws if it is of another part or version, incomplete, or damaged.
  init(
    of shard: Shard,
    in folder: PartsFolder,
    seenIn cache: CacheFolder?,
    interruption: Interruption
  ) throws {
    let names = LedgerName(of: shard)
    let output = folder.output
    let ledger = try LedgerFile.opened(names.ledger, in: Folder(at: output), at: output) {
      interruption.requested
    }
    guard let ledger, let facts = try ledger.facts(), let part = facts.part, part.shard == shard
    else { throw RunFailure.partWithoutLedger(shard) }
    // Another version may draw the same options differently: the whole would show two kinds of pictures.
    guard facts.generator == Generator.name else {
      throw RunFailure.partOfOtherVersion(shard, generator: facts.generator)
    }
    // A run of the part that was killed since may have replaced files that the ledger lists. The folder is
    // open for this question only: `OpenFiles` counts what stays open.
    let wasKilled = RunFile.isSet(names.run, in: try Folder(at: output))
    if !part.isComplete || wasKilled {
      throw RunFailure.partUnfinished(shard)
    }
    // The ledger of the whole takes the owned lines over. A line that is lost here would be lost for
    // ever, and its file could be neither replaced nor pruned.
    let sightings = Sightings.Key(
      library: part.library,
      output: output.spelledFromRoot,
      ledger: names.ledger
    )
    guard try ledger.hasAllOwnedLines(), let recordBytes = try ledger.section(.records),
      let pathBytes = try ledger.section(.paths),
      let records = LedgerRecords(
        records: recordBytes,
        paths: pathBytes,
        digest: ledger.header?.digest,
        sightings: cache.flatMap { cache in SightingsFile.load(sightings, from: cache) }
      )
    else {
      throw RunFailure.partWithoutLedger(shard)
    }
    self.facts = facts
    self.part = part
    self.records = records
    self.sightings = sightings
  }
}

/// The first reading of a part, in which each entry is compared with its record.
private struct PartReading {
  private(set) var counts = ManifestCounts()
  private(set) var entries: [PartScan.Entry] = []
  /// The paths of entries without a record.
  private(set) var unrecorded: [RawPath] = []
  /// Whether a recording has the pictures of an earlier run, because ffmpeg did not start.
  private(set) var hasStaleEntries = false
  let settings: [UInt8]
  let names: DerivedNames
  let digest: ContentDigest

  init(
    _ path: RawPath,
    describedBy ledger: PartLedger,
    in folder: PartsFolder,
    interruption: Interruption
  ) throws(ManifestFault) {
    var reader = try ManifestReader(path, pathToOutput: folder.pathToOutput) {
      interruption.requested
    }
    settings = try Self.settings(in: reader, of: ledger.facts)
    guard let names = JSONValue.reading(settings).flatMap(DerivedNames.init) else { throw .broken }
    self.names = names
    var recorded = RecordedEntries(ledger.records)
    // Grown, an array has room for twice as many.
    entries.reserveCapacity(ledger.records.count)
    var last: RawPath?
    while let element = try reader.next() {
      guard let entry = element.entry, let status = entry.status else { throw .broken }
      // Strictly ascending, so that no recording is there twice.
      if let last, !(last < entry.path) { throw .broken }
      last = entry.path
      // A part speaks of its own recordings only.
      guard ledger.part.shard.owns(entry.path.bytes) else { throw .broken }
      if entry.isStale {
        // Its pictures may be of other options, which give other names: no such part is merged.
        hasStaleEntries = true
      } else if !names.contain(filesOf: entry) {
        throw .broken
      }
      let record = try recorded.next(for: entry, at: element.range)
      if record == nil {
        // Only what could not be crawled has no record, and nothing was drawn of that.
        guard entry.problem != nil, entry.pictures.isEmpty else { throw .broken }
        unrecorded.append(entry.path)
      }
      entries.append(
        PartScan.Entry(
          range: element.range,
          digest: ContentDigest(of: element.text),
          record: Int32(clamping: record ?? -1)
        )
      )
      counts.count(status)
    }
    // The ledger names the manifest of the same run: after a kill between the two, the manifest is
    // ahead.
    guard recorded.isComplete, let digest = reader.trailerDigest, digest == ledger.facts.manifest
    else {
      throw .broken
    }
    self.digest = digest
  }

  /// Returns the settings as text of the manifest; throws if they are not those that the ledger names.
  private static func settings(
    in reader: borrowing ManifestReader,
    of facts: LedgerFacts
  ) throws(ManifestFault) -> [UInt8] {
    let text = ManifestHeader.settings(in: reader.headerText)
    guard let text, let settings = JSONValue.reading(text) else { throw .broken }
    // The font's path is in the manifest only, and shapes nothing.
    guard ScanSettings.comparable(settings) == JSONValue.reading(facts.settings) else {
      throw .broken
    }
    return text
  }
}

/// The records of a part, each compared with its entry.
private struct RecordedEntries {
  private let records: LedgerRecords
  private var paths: LedgerPaths
  private var isAtRecord: Bool

  init(_ records: LedgerRecords) {
    self.records = records
    paths = LedgerPaths(records)
    isAtRecord = paths.advance()
  }

  /// Whether each record had its entry.
  var isComplete: Bool { !isAtRecord }

  /// Returns the number of the record of an entry; nil if it has none. Throws if the next record has no
  /// entry, or does not describe this one.
  mutating func next(
    for entry: ManifestEntry,
    at range: Range<Int>
  ) throws(ManifestFault) -> Int? {
    guard isAtRecord else { return nil }
    if paths.path != entry.path.bytes {
      // Entries are in order: a path that comes before has none.
      let isMissing = paths.path.lexicographicallyPrecedes(entry.path.bytes)
      if isMissing { throw .broken }
      return nil
    }
    let number = paths.index
    let record = records[number]
    let sizes = Array(records.tables.sizes(of: record))
    guard record.describes(entry, at: range, sizes) else { throw .broken }
    isAtRecord = paths.advance()
    return number
  }
}
