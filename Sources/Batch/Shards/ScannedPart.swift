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
// entry. Files are compared with the digests in their entries while they are copied. `JoinedParts` asks
// the parts of a set for the same options, library and listing, and that no two have one recording.
//
// All of it is checked before anything is written, and all that is used later is compared with the
// digests of what was checked: `JoinedWalk` and `EntryTexts` read the files again, which may be larger
// than memory, and which another process may have changed.
struct ScannedPart {
  let facts: LedgerFacts
  let part: PartFacts
  let records: StoredRecords
  let manifest: ManifestText
  let counts: ManifestCounts
  /// The settings as text of the manifest.
  let settings: [UInt8]
  /// The names that the crawl could not enter.
  let unrecorded: UnrecordedEntries
  /// The digest of the texts of all entries, one after the other.
  let texts: ContentDigest
  let folder: PartsFolder
  /// Its manifest, once all bytes are known to have its digest.
  let file: PartFiles.Part
  /// The key of what its scan saw.
  let sightings: Sightings.Key
  private let names: DerivedNames

  /// Reads ledger and manifest of a part side by side; throws if either is not what a scan writes, or
  /// if a signal arrives.
  init(
    _ shard: Shard,
    in folder: PartsFolder,
    unrecordedIn spool: Spool,
    interruption: Interruption
  ) throws {
    let ledger = try PartLedger(of: shard, in: folder, interruption: interruption)
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
        unrecordedIn: spool,
        interruption: interruption
      )
    } catch {
      // A signal stops the reading as well, and says nothing about the part.
      try interruption.check()
      throw RunFailure.notAPart(path.bytes)
    }
    if reading.hasStaleEntries { throw RunFailure.partUnfinished(shard) }

    manifest = ManifestText(path, identity)
    // Opened for good: from now on the name may belong to another file.
    guard try manifest.seal() == reading.digest else { throw RunFailure.notAPart(path.bytes) }
    facts = ledger.facts
    part = ledger.part
    records = ledger.records
    self.folder = folder
    counts = reading.counts
    settings = reading.settings
    unrecorded = reading.unrecorded
    texts = reading.texts
    names = reading.names
    file = PartFiles.Part(shard, digest: reading.digest, identity: identity)
    sightings = Sightings.Key(
      library: ledger.part.library,
      output: folder.output.spelledFromRoot,
      ledger: ledger.name
    )
  }

  /// Returns the files of an entry; nil if the manifest was changed since the part was opened.
  func files(of text: [UInt8], at path: RawPath) -> [ListedFile]? {
    let entry = ManifestEntry(text, pathToOutput: folder.pathToOutput)
    guard let entry, entry.path == path, names.contain(filesOf: entry) else { return nil }
    return entry.files
  }
}

/// The ledger of a part, written by this version at the end of a scan that nothing has followed.
private struct PartLedger {
  let name: RawPath
  let facts: LedgerFacts
  let part: PartFacts
  let records: StoredRecords

  /// Opens the ledger; throws if it is of another part or version, incomplete, or damaged.
  init(of shard: Shard, in folder: PartsFolder, interruption: Interruption) throws {
    let names = folder.ledgerName(of: shard)
    name = names.ledger
    let output = folder.output
    let ledger = try LedgerFile.opened(name, in: try Folder(at: output), at: output) {
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
    guard let records = try StoredRecords(ledger), try ledger.hasAllOwnedLines() else {
      throw RunFailure.partWithoutLedger(shard)
    }
    self.facts = facts
    self.part = part
    self.records = records
  }
}

/// The first reading of a part, in which each entry is compared with its record.
private struct PartReading {
  private(set) var counts = ManifestCounts()
  private(set) var unrecorded: UnrecordedEntries
  /// Whether a recording has the pictures of an earlier run, because ffmpeg did not start.
  private(set) var hasStaleEntries = false
  let texts: ContentDigest
  let settings: [UInt8]
  let names: DerivedNames
  let digest: ContentDigest

  init(
    _ path: RawPath,
    describedBy ledger: PartLedger,
    in folder: PartsFolder,
    unrecordedIn spool: Spool,
    interruption: Interruption
  ) throws(ManifestFault) {
    var reader = try ManifestReader(path, pathToOutput: folder.pathToOutput) {
      interruption.requested
    }
    settings = try Self.settings(in: reader, of: ledger.facts)
    guard let names = JSONValue.reading(settings).flatMap(DerivedNames.init) else { throw .broken }
    self.names = names
    unrecorded = UnrecordedEntries(in: spool)
    var recorded = try RecordedEntries(ledger.records)
    var digester = PieceDigester()
    var last: RawPath?
    while let element = try reader.next() {
      guard let entry = element.entry, let status = entry.status else { throw .broken }
      // Strictly ascending, so that no recording is there twice, and `JoinedWalk` finds the next path of
      // all parts among the next of each.
      if let last, !(last < entry.path) { throw .broken }
      last = entry.path
      guard ledger.part.mayHave(entry.path) else { throw .broken }
      if entry.isStale {
        // Its pictures may be of other options, which give other names: no such part is merged.
        hasStaleEntries = true
      } else if !names.contain(filesOf: entry) {
        throw .broken
      }
      if try !recorded.add(entry, at: element.range) {
        // Only what could not be crawled has no record, and nothing was drawn of that.
        guard entry.problem != nil, entry.pictures.isEmpty else { throw .broken }
        unrecorded.append(entry.path, at: element.range)
      }
      counts.count(status)
      digester.add(element.text)
    }
    // The ledger names the manifest of the same run: after a kill between the two, the manifest is
    // ahead.
    guard recorded.isComplete, let digest = reader.seal, digest == ledger.facts.manifest else {
      throw .broken
    }
    self.digest = digest
    texts = digester.digest()
  }

  /// Returns the settings as text of the manifest; throws if they or the format are not those that the
  /// ledger names.
  private static func settings(
    in reader: borrowing ManifestReader,
    of facts: LedgerFacts
  ) throws(ManifestFault) -> [UInt8] {
    let text = ManifestHead.settings(in: reader.headText)
    guard let text, let settings = JSONValue.reading(text), reader.format == facts.format else {
      throw .broken
    }
    // The font's path is in the manifest only, and shapes nothing.
    guard ScanSettings.comparable(settings) == JSONValue.reading(facts.settings) else {
      throw .broken
    }
    return text
  }
}

extension PartFacts {
  /// Whether a recording may belong to the part.
  // A part speaks of its own recordings only. By size nobody can say here which these are, as the sizes of
  // all recordings decide: then the digests of the listings are compared, and no two parts may have one.
  fileprivate func mayHave(_ path: RawPath) -> Bool {
    order == .size || shard.owns(path.bytes)
  }
}

/// The records of a part, each compared with its entry.
private struct RecordedEntries {
  private var records: LedgerReader
  private var isAtRecord = false

  init(_ records: StoredRecords) throws(ManifestFault) {
    self.records = LedgerReader(records)
    try advance()
  }

  /// Whether each record had its entry, and all are as the ledger names them.
  var isComplete: Bool { !isAtRecord && records.isProven }

  /// Adds the record of an entry; returns false if it has none. Throws if the next record has no entry,
  /// or does not describe this one.
  mutating func add(_ entry: ManifestEntry, at range: Range<Int>) throws(ManifestFault) -> Bool {
    guard isAtRecord else { return false }
    if records.path != entry.path.bytes {
      // Entries are in order: a path that comes before has none.
      let isMissing = records.path.lexicographicallyPrecedes(entry.path.bytes)
      if isMissing { throw .broken }
      return false
    }
    guard records.record.describes(entry, at: range, records.sizes) else { throw .broken }
    try advance()
    return true
  }

  private mutating func advance() throws(ManifestFault) {
    do throws(SystemFailure) {
      isAtRecord = try records.next()
    } catch {
      throw .unreadable(error)
    }
  }
}

/// The names that the files of a recording have with the settings of a part.
///
/// A part may list anything as a file of a recording, also `.htaccess` or `index.html`: a file with
/// another name than a scan would give it is not believed.
private struct DerivedNames {
  private let plan: OutputPlan

  /// Returns nil if no scan writes such settings.
  init?(_ settings: JSONValue) {
    guard var options = SettingsReader.optionsWithoutPrograms(in: settings) else { return nil }
    // Beside a page there are strips, which the settings do not name.
    options.keepsStrips = true
    plan = OutputPlan(options.pictures, formats: options.formats)
  }

  func contain(filesOf entry: ManifestEntry) -> Bool {
    let files = entry.files
    if files.isEmpty { return true }
    guard !entry.isStale, CandidateName.isRecording(entry.path) else { return false }
    var names = plan.names(of: entry.path)
    // A copy of album art is named by the content of the art, which no option shapes.
    if let copy = entry.facts?.cover?.art?.copyPath {
      names.append(copy)
    }
    return files.allSatisfy { file in names.contains(file.path.path) }
  }
}
