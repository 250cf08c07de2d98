import Bytes
import Library
import Outputs
import System

/// The index and the manifest of the last run over a library.
struct PreviousRun: Sendable {
  /// Options and versions are those of the last run, so that its pictures and entries still hold.
  private(set) var hasSameSettings = false
  /// Only a part of the last manifest is readable.
  private(set) var isManifestDamaged = false
  /// Nil if no recording is known.
  private(set) var index: ScanIndex?
  /// The manifest that entries are copied from.
  private(set) var manifest: ManifestText?
  let way: RawPath
  /// The output has no files of recordings that are gone: it had none, and none is gone since.
  var hasNoLeftovers = false
  /// The recordings in a manifest that no index of this library belongs to, so that it may be of
  /// another library; nil if there is none, or if this run does not prune.
  private(set) var listedByOthers: ScanIndex?
  /// The ledger of the last run; nil if there is none, as after an earlier release.
  let ledger: LedgerFile?
  /// The digest of the manifest that the last run wrote.
  private let namedManifest: ContentDigest?
  /// Whether another run has written the manifest since the index.
  private var hasManifestOfOtherRun = false
  /// The index was built from the manifest, every byte of which is checked.
  private var isBuilt = false

  /// Reads index and manifest; throws if another program generated the manifest.
  init(
    _ places: ScanPlaces, settings: ScanSettings, cache: CacheFolder?, ledger: LedgerFile?,
    prunes: Bool = false, interruption: Interruption
  ) throws(RunFailure) {
    way = places.fromManifestToOutput
    self.ledger = ledger
    namedManifest = try? ledger?.facts()?.manifest
    var place = places.manifest
    var output = places.memoryOutput
    var found = try Self.status(of: place)
    // A part without a manifest continues from that of the whole.
    if found == nil, places.part != nil {
      place = places.wholeManifest
      output = places.absoluteOutput
      found = try Self.status(of: place)
    }
    // Entries of another layout cannot be copied.
    if let there = found, Self.isOfOtherFormat(ManifestText(place, there), places) {
      found = nil
    }
    index = cache.flatMap {
      ScanIndexFile.load(library: places.absoluteLibrary, output: output, from: $0)
    }
    // The index belongs to one manifest, identified by inode, size and times: whoever replaced that
    // also changed what the index says about it.
    if let found, let index, index.key.manifest == found {
      hasSameSettings = index.key.settings == settings.key.bytes
      manifest = ManifestText(place, found)
      let note = cache.flatMap { OutputNote.noLeftovers.read(places.absoluteOutput, from: $0) }
      hasNoLeftovers = note == index.key.encoded()
    } else if let found {
      hasManifestOfOtherRun = index != nil
      try readManifest(
        ManifestText(place, found), settings: settings, interruption: interruption)
      if prunes {
        if hasManifestOfOtherRun {
          listedByOthers = Self.index(of: ManifestText(place, found), way: way, interruption)
        } else {
          listedByOthers = index
        }
      }
    }
  }

  /// Returns the recordings of a manifest; nil if it is damaged.
  private static func index(
    of manifest: ManifestText, way: RawPath, _ interruption: Interruption
  ) -> ScanIndex? {
    do throws(ManifestFault) {
      var reader = try ManifestReader(manifest.path, way: way) { interruption.requested }
      return try ScanIndex(reading: &reader)
    } catch {
      return nil
    }
  }

  /// Throws if another program generated the manifest, before anything is written or locked.
  ///
  /// `named` is the digest of the manifest that a ledger of the output names.
  static func refuseForeign(_ places: ScanPlaces, named: ContentDigest?) throws(RunFailure) {
    guard let found = try status(of: places.manifest) else { return }
    let isOurs: Bool
    do throws(SystemFailure) {
      isOurs = try ManifestText(places.manifest, found).isOurs(named: named)
    } catch {
      // Another run may be replacing it right now; it is checked again once the lock is held.
      return
    }
    guard isOurs else { throw .foreignManifest(places.manifest.bytes) }
  }

  /// Whether these records would produce the same index: all come from it, and none has changed.
  func isRepeated(by records: RunRecords, _ key: ScanIndexKey) -> Bool {
    index?.key == key && index?.count == records.count && !records.hasNews
  }

  /// Throws if another program has written a file of the manifest's name since the run began.
  func refuseForeignManifest(_ places: ScanPlaces) throws(RunFailure) {
    try Self.refuseForeign(places, named: namedManifest)
  }

  /// Returns the files without a mark that the manifest of an earlier release lists, if it is whole:
  /// where there is no ledger, nothing else proves them.
  func importedFiles(
    _ places: ScanPlaces, _ interruption: Interruption
  ) throws(RunFailure) -> [OwnedLine] {
    guard ledger == nil else { return [] }
    var lines: [OwnedLine] = []
    do throws(ManifestFault) {
      guard let place = manifest?.path else { return [] }
      var reader = try ManifestReader(place, way: way) { interruption.requested }
      while let element = try reader.next() {
        lines += element.entry?.ownedLines ?? []
      }
      return reader.seal == nil ? [] : lines
    } catch {
      return []
    }
  }

  /// Returns the data files of a place; none if its entry cannot be read.
  func dataFiles(_ place: Int) -> [DataFile] {
    guard index?[place].notes.contains(.dataFiles) ?? false else { return [] }
    let entry = try? entry(place)
    return entry?.made?.dataFiles ?? []
  }

  /// The entry of a place in the last manifest; nil if it cannot be read.
  func entry(_ place: Int) throws(SystemFailure) -> ManifestEntry? {
    guard let manifest, let range = index?[place].entry, !range.isEmpty else { return nil }
    return ManifestEntry(try manifest.bytes(range), way: way)
  }

  /// Why the recording of a place has no pictures.
  func problem(_ place: Int) -> ManifestProblem? {
    guard let record = index?[place], !record.isMade else { return nil }
    if let problem = index?.tables.problem(record.problem) { return problem }
    let entry = try? entry(place)
    return entry?.problem ?? ManifestProblem.unknown(record.status)
  }

  /// Returns the result of an unchanged recording; its entry has only the facts of the index.
  func result(_ place: Int, at path: RawPath, _ source: OutcomeSource) -> RecordingResult? {
    guard let record = index?[place] else { return nil }
    let problem = problem(place)
    var made = ManifestEntry.Made()
    made.damage = damage(place, record)
    made.isSilent = record.notes.contains(.silent)
    made.cover = record.coverFault.map { CoverEntry(fault: $0, key: record.cover) }
    if record.notes.contains(.lacksData) {
      made.dataFiles = [DataFile(lacking: .dat)]
    }
    let content: ManifestEntry.Content
    if let problem {
      content = .failed(problem)
    } else {
      content = .made(made)
    }
    let bytes = record.size < 0 ? nil : Int(record.size)
    let entry = ManifestEntry(path: path, bytes: bytes, digest: record.digest, content: content)
    var result = RecordingResult(entry, source: source)
    result.isRemembered = problem != nil
    result.isKnownFailure = problem?.isContentFault ?? false
    return result
  }

  /// Returns the damage of a recording, with the details of its entry.
  private func damage(_ place: Int, _ record: PackedRecord) -> Damage {
    let unknown = Damage(truncated: record.notes.contains(.truncated))
    if record.notes.isDisjoint(with: [.truncated, .gaps]) { return unknown }
    let entry = try? entry(place)
    return entry?.made?.damage ?? unknown
  }

  /// Discards the manifest if its digest does not match, and returns whether it did: the damage
  /// would be copied into the next one.
  ///
  /// Unchanged recordings are drawn again from their cached measurements.
  mutating func giveUpRottenManifest(_ interruption: Interruption) throws(RunFailure) -> Bool {
    guard let manifest, !isBuilt else { return false }
    do {
      if try manifest.isIntact(isStopped: { interruption.requested }) { return false }
    } catch {
      throw .outputUnwritable(error.place.bytes, errno: error.errno)
    }
    self.manifest = nil
    hasSameSettings = false
    isManifestDamaged = true
    return true
  }

  /// The device that the folder of a recording was on, if that is known.
  ///
  /// If another run has written the manifest since, a file of that name may be of its library.
  func folderDevice(of path: RawPath) -> UInt64? {
    guard let index, !hasManifestOfOtherRun, let number = index.index(of: path) else { return nil }
    let record = index[number]
    guard record.notes.contains(.identity) else { return nil }
    return index.tables.device(record.folderDevice)
  }

  private mutating func readManifest(
    _ last: ManifestText, settings: ScanSettings, interruption: Interruption
  ) throws(RunFailure) {
    let (hasBeginning, isOurs): (Bool, Bool)
    do throws(SystemFailure) {
      let isRemnant = try last.isRemnant()
      hasBeginning = GeneratedText(try last.start()).isOurs && !isRemnant
      isOurs = try last.isOurs(named: namedManifest)
      if hasBeginning {
        isManifestDamaged = try last.seal() == nil
      } else {
        isManifestDamaged = true
      }
    } catch {
      throw .outputUnwritable(last.path.bytes, errno: error.errno)
    }
    guard isOurs else { throw .foreignManifest(last.path.bytes) }
    // An index of an earlier manifest knows files better; only the entries are lost.
    guard hasBeginning, index == nil else { return }
    do throws(ManifestFault) {
      var reader = try ManifestReader(last.path, way: way) { interruption.requested }
      let read = try ScanIndex(reading: &reader)
      // Any entry may be damaged: none of them is copied.
      isManifestDamaged = reader.seal == nil || read == nil
      if isManifestDamaged { return }
      index = read
      manifest = last
      isBuilt = true
      hasSameSettings =
        reader["generator"]?.string == Generator.name
        && reader["settings"].map(ScanSettings.comparable) == settings.value
    } catch {
      switch error {
      case .broken: isManifestDamaged = true
      case .unreadable(let failure): throw .outputUnwritable(last.path.bytes, errno: failure.errno)
      case .stopped: return
      }
    }
  }

  /// Whether a manifest is ours and has another layout than this run writes.
  private static func isOfOtherFormat(_ manifest: ManifestText, _ places: ScanPlaces) -> Bool {
    do {
      let start = try manifest.start()
      return try GeneratedText(start).isOurs
        && ManifestFormat(start: start) != places.manifestFormat && !manifest.isRemnant()
    } catch {
      // The same failure ends the run where the manifest is read.
      return false
    }
  }

  static func status(of manifest: RawPath) throws(RunFailure) -> FileIdentity? {
    let status: FileStatus
    do throws(SystemFailure) {
      let start = try Folder(at: manifest.isAbsolute ? "/" : ".")
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
