import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The state that the last run left: its ledger, its sightings and its manifest.
///
/// A run learns of earlier runs only here. The ledger lists which outputs were made of which
/// recordings; sightings in the cache save reading; entries are copied from the manifest if the
/// ledger has its digest. Without a ledger nothing is known.
struct PreviousRun: Sendable {
  /// Options and versions are those of the last run, so that its pictures and entries still hold.
  private(set) var hasSameSettings = false
  /// Only a part of the last manifest is readable.
  private(set) var isManifestDamaged = false
  /// Another run may have replaced files that the ledger lists, so that their digests are compared.
  private(set) var filesMayDiffer = false
  /// The records of the ledger, one for each recording; nil if none can be read.
  private(set) var records: LedgerRecords?
  /// The manifest that entries are copied from.
  private(set) var manifest: StoredManifest?
  let pathToOutput: RawPath
  /// The output has no files of recordings that are gone: it had none, and none is gone since.
  var hasNoLeftovers = false
  /// The ledger of the last run of this part, or of the whole; nil if there is none.
  let ledger: LedgerFile?
  /// Nil if there is no ledger, or if it is damaged.
  let facts: LedgerFacts?
  /// What the last run saw, of this ledger or an earlier one.
  let sightings: Sightings?
  /// Whether this user's last run over this library has written the ledger.
  // Shown by sightings with the digest of the ledger: they are in a cache of the user, under the paths of
  // library and output, while the ledger may have come with a checkout or from another machine.
  private var isOfThisLibrary = false
  /// Whether every byte of the manifest was checked.
  private var isManifestProven = false

  /// Reads ledger, sightings and manifest; throws if another program generated the manifest.
  init(
    _ paths: ScanPaths,
    settings: ScanSettings,
    cache: CacheFolder?,
    output: OutputFolder?,
    interruption: Interruption
  ) throws(RunFailure) {
    pathToOutput = paths.fromManifestToOutput
    // A part that was never scanned continues from the whole: a library that one machine has scanned
    // need not be read again when it is divided among several.
    let own = try paths.ledger(in: output)
    let isFirst = own == nil && paths.part != nil
    let ledger = try isFirst ? paths.ledgerOfWhole(in: output) : own
    self.ledger = ledger
    facts = try Self.reading { () throws(SystemFailure) in try ledger?.facts() }
    let sightingsKey = paths.sightings(isOfWhole: isFirst)
    sightings = cache.flatMap { cache in SightingsFile.load(sightingsKey, from: cache) }
    let manifestPath = isFirst ? paths.wholeManifest : paths.manifest
    try readLedger()
    try readManifest(at: manifestPath, settings: settings, interruption: interruption)
    if let output {
      filesMayDiffer = try Self.reading { () throws(SystemFailure) in
        try output.foundLedgers().mayBeOverwritten(besides: paths.part)
      }
    }
  }

  /// Returns what is read of an output; throws why the run ends if the system refuses it.
  static func reading<Value>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(RunFailure) -> Value {
    do throws(SystemFailure) {
      return try body()
    } catch {
      throw .outputUnwritable(error.path.bytes, errno: error.errno)
    }
  }

  // A damaged section costs this run its records, not the run: it reads each recording once, and
  // finds their measurements in the cache.
  private mutating func readLedger() throws(RunFailure) {
    guard let ledger, facts != nil else { return }
    let recordBytes = try Self.reading { () throws(SystemFailure) in
      try ledger.section(.records)
    }
    let pathBytes = try Self.reading { () throws(SystemFailure) in try ledger.section(.paths) }
    guard let recordBytes, let pathBytes else { return }
    records = LedgerRecords(
      records: recordBytes,
      paths: pathBytes,
      digest: ledger.header?.digest,
      sightings: sightings
    )
    isOfThisLibrary = records?.isInOrder ?? false
    hasNoLeftovers = isOfThisLibrary && sightings?.facts.hasNoLeftovers ?? false
  }

  /// Decides whether entries can be copied from the manifest.
  private mutating func readManifest(
    at path: RawPath,
    settings: ScanSettings,
    interruption: Interruption
  ) throws(RunFailure) {
    guard let found = try Self.status(of: path) else { return }
    let last = StoredManifest(path, found)
    guard let facts, records != nil else {
      let isOurs = try Self.reading { () throws(SystemFailure) in
        try last.isOurs(named: self.facts?.manifest)
      }
      guard isOurs else { throw .foreignManifest(path.bytes) }
      return
    }
    // Whoever replaced the manifest also changed its identity. To digest it at every run would read
    // 105 MB for 100,000 recordings, where a run that changes nothing reads 12.
    let isSeen = isOfThisLibrary && sightings?.facts.manifest == found
    if !isSeen {
      isManifestProven = try Self.reading { () throws(SystemFailure) in
        guard let named = facts.manifest, try last.trailerDigest() == named else { return false }
        return try last.isIntact { interruption.requested }
      }
    }
    if isSeen || isManifestProven {
      manifest = last
      // Another version may draw the same options differently, and write other entries.
      hasSameSettings = facts.key == settings.key && facts.generator == Generator.name
    } else {
      // It is written anew in any case. Only the report distinguishes a damaged one from one that is whole
      // and ahead of the ledger, as after a kill between the two.
      isManifestDamaged = try Self.reading { () throws(SystemFailure) in
        guard try last.trailerDigest() != nil else { return true }
        return try !last.isIntact { interruption.requested }
      }
    }
  }

  /// Throws if another program generated the manifest, before anything is written or locked.
  ///
  /// `named` is the digest of the manifest that a ledger of the output names.
  static func refuseForeign(_ manifest: RawPath, named: ContentDigest?) throws(RunFailure) {
    guard let found = try status(of: manifest) else { return }
    let isOurs: Bool
    do throws(SystemFailure) {
      isOurs = try StoredManifest(manifest, found).isOurs(named: named)
    } catch {
      // Another run may be replacing it right now; it is checked again once the lock is held.
      return
    }
    guard isOurs else { throw .foreignManifest(manifest.bytes) }
  }

  /// Returns the options whose values differ from those of the last scan.
  func differing(from options: ScanOptions) -> [String] {
    guard let facts, let settings = JSONValue.reading(facts.settings) else { return [] }
    // Without a version of ffmpeg, which nobody gives as an option.
    guard let current = ScanSettings(options.recordings, ffmpeg: nil).value else { return [] }
    let last = LastOptions(settings: settings, choices: facts.choices)
    let now = LastOptions(settings: current, choices: options.choices)
    return SettingsReader.differing(last, now).map { name in "--\(name)" }
  }

  /// The ledger that this run replaces; nil if it wrote none before, as a part that continues from
  /// the whole.
  func ownLedger(_ output: OutputFolder) -> LedgerFile? {
    guard ledger?.name == output.names.ledger else { return nil }
    return ledger
  }

  /// Whether the ledger and the sightings of this run are those of the last one if no record changes.
  // A manifest that had to be digested is one that the sightings do not know: they are written again,
  // or each following run would digest it as well.
  var mayBeRepeated: Bool {
    hasSameSettings && isOfThisLibrary && manifest != nil && !isManifestProven
  }

  /// Takes nothing for up to date if the ledger has lost lines of files without a mark, which are noted
  /// again as they are made; returns whether it has.
  mutating func discardLostLines() throws(RunFailure) -> Bool {
    guard let ledger, facts != nil else { return false }
    let hasAll = try Self.reading { () throws(SystemFailure) in try ledger.hasAllOwnedLines() }
    if hasAll { return false }
    manifest = nil
    hasSameSettings = false
    return true
  }

  /// Returns the data files of a record; none if its entry cannot be read.
  func dataFiles(_ index: Int) -> [DataFile] {
    guard records?[index].flags.contains(.dataFiles) ?? false else { return [] }
    let entry = try? entry(index)
    return entry?.facts?.dataFiles ?? []
  }

  /// The entry of a record in the last manifest; nil if it cannot be read, or is that of another
  /// recording.
  func entry(_ index: Int) throws(SystemFailure) -> ManifestEntry? {
    guard let manifest, let records else { return nil }
    let range = records[index].entry
    let isPossible = !range.isEmpty && range.upperBound <= manifest.size
    guard isPossible, range.count <= StoredManifest.maximumEntryBytes else { return nil }
    let entry = ManifestEntry(try manifest.bytes(range), pathToOutput: pathToOutput)
    return entry?.path == records.path(index) ? entry : nil
  }

  /// Returns the entries of the manifest that belong to no record and whose paths meet a condition.
  func entriesWithoutRecord(
    where isKept: (RawPath) -> Bool
  ) throws(RunFailure) -> [KeptEntry] {
    guard let manifest, let records else { return [] }
    let entries = try Self.reading { () throws(SystemFailure) -> [KeptEntry]? in
      guard let ranges = try manifest.entriesWithoutRecord(in: records) else { return nil }
      var entries: [KeptEntry] = []
      for range in ranges {
        let text = try manifest.bytes(range)
        guard let entry = ManifestEntry(text, pathToOutput: pathToOutput) else { return nil }
        entries.append(KeptEntry(entry: entry, range: range))
      }
      return entries
    }
    guard let entries else { throw .listNeedsScan }
    return entries.filter { kept in isKept(kept.entry.path) }
  }

  /// Throws unless a run with these settings can leave recordings as they are.
  ///
  /// Without ledger and manifest there is nothing to leave.
  func requireKeepable(_ options: ScanOptions, at manifest: RawPath) throws(RunFailure) {
    if ledger == nil, try Self.status(of: manifest) == nil { return }
    guard let records else { throw .listNeedsScan }
    if records.count == 0 { return }
    let differing = differing(from: options)
    if !differing.isEmpty { throw .listWithOtherOptions(differing) }
    // Without differences it is another version, or the manifest is damaged.
    if !hasSameSettings { throw .listNeedsScan }
  }

  /// Whether the files of a record are the very ones that its entry lists.
  func areUnchanged(_ index: Int, in output: OutputFolder) -> Bool {
    guard let entry = try? entry(index) else { return false }
    return entry.files.allSatisfy(output.containsExactly)
  }

  /// Why the recording of a record has no pictures.
  func problem(_ index: Int) -> ManifestProblem? {
    guard let record = records?[index], !record.isDecoded else { return nil }
    if let problem = records?.tables.problem(record.problem) { return problem }
    // The table of problems has an upper limit; the entry has what did not fit.
    let entry = try? entry(index)
    return entry?.problem ?? ManifestProblem.unknown(record.status)
  }

  /// Returns the result of an unchanged recording; its entry has only the facts of the ledger.
  func result(_ index: Int, at path: RawPath, _ source: OutcomeSource) -> RecordingResult? {
    guard let record = records?[index] else { return nil }
    let problem = problem(index)
    var facts = ManifestEntry.Facts()
    facts.damage = damage(index, record)
    facts.isSilent = record.flags.contains(.silent)
    facts.cover = record.coverFault.map { fault in CoverEntry(fault: fault, key: record.cover) }
    // The record does not say which data is lacking, and a count does not ask.
    if record.flags.contains(.lacksData) {
      facts.dataFiles = [DataFile(lacking: .dat)]
    }
    let content: ManifestEntry.Content
    if let problem {
      content = .failed(problem)
    } else {
      content = .decoded(facts)
    }
    let bytes = record.size < 0 ? nil : Int(record.size)
    let entry = ManifestEntry(path: path, bytes: bytes, digest: record.digest, content: content)
    var result = RecordingResult(entry, source: source)
    result.isRemembered = problem != nil
    result.isKnownFailure = problem?.isContentFault ?? false
    return result
  }

  /// Returns the damage of a recording, with the details of its entry.
  private func damage(_ index: Int, _ record: PackedRecord) -> Damage {
    let unknown = Damage(truncated: record.flags.contains(.truncated))
    if record.flags.isDisjoint(with: [.truncated, .gaps]) { return unknown }
    let entry = try? entry(index)
    return entry?.facts?.damage ?? unknown
  }

  /// Discards the manifest if its digest does not match, or if a record has not its entry where it says,
  /// and returns whether it did: the damage would be copied into the next one.
  ///
  /// Unchanged recordings are drawn again from their cached measurements.
  mutating func discardDamagedManifest(_ interruption: Interruption) throws(RunFailure) -> Bool {
    guard let manifest, let records else { return false }
    let isStopped = { interruption.requested }
    let isUsable = try Self.reading { () throws(SystemFailure) in
      if !isManifestProven {
        guard try manifest.trailerDigest() == facts?.manifest,
          try manifest.isIntact(isStopped: isStopped)
        else { return false }
      }
      return try manifest.hasEntries(of: records, isStopped: isStopped)
    }
    if isUsable { return false }
    self.manifest = nil
    hasSameSettings = false
    isManifestDamaged = true
    return true
  }

  /// The device that the folder of a recording was on, if that is known.
  ///
  /// If another run has written the ledger since, a file of that name may be of its library.
  func folderDevice(of path: RawPath) -> UInt64? {
    guard let records, isOfThisLibrary, let number = records.index(of: path) else { return nil }
    let record = records[number]
    guard record.flags.contains(.identity) else { return nil }
    return records.tables.device(record.folderDevice)
  }

  static func status(of manifest: RawPath) throws(RunFailure) -> FileIdentity? {
    let status: FileStatus
    do throws(SystemFailure) {
      let start = try Folder(at: manifest.start)
      // Renaming onto a link would replace the link.
      status = try start.status(of: manifest, followingLinks: false)
    } catch {
      if error.isMissing { return nil }
      throw .outputUnwritable(manifest.bytes, errno: error.errno)
    }
    guard status.kind == .file else { throw .foreignManifest(manifest.bytes) }
    return status.identity
  }
}

/// An entry of the last manifest that belongs to no record: of a name that the crawl could not enter, or
/// of a recording that a stopped run did not reach.
struct KeptEntry: Sendable {
  let entry: ManifestEntry
  /// Where it is in the manifest.
  let range: Range<Int>
}
