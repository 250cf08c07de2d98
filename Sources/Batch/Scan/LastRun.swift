import Bytes
import Glibc
import Library
import Outputs
import System

/// What the last run over a library left: the memory of the fast path, or else the manifest.
struct LastRun {
  /// Options and versions are those of the last run, so that its pictures and entries still hold.
  private(set) var hasSameSettings = false
  /// The manifest that entries are copied from.
  var manifest: LastManifest? { past.manifest }
  /// There is a manifest of ours of which only a part is left.
  private(set) var hasDamagedManifest = false
  /// What it knew of each recording.
  private(set) var past = PastRecords()
  /// The way from the manifest to the output.
  let way: RawPath
  private var walk: RunMemoryWalk?
  private var met: Set<RawPath> = []

  /// Takes up what is there; a manifest of somebody else's ends the run.
  init(
    _ places: ScanPlaces, _ settings: ScanSettings, cache: CacheFolder?,
    _ interruption: Interruption
  ) throws(RunFailure) {
    way = places.fromManifestToOutput
    var (place, output) = (places.manifest, places.memoryOutput)
    var found = try Self.status(of: place)
    // A part that has left nothing goes on from the whole.
    if found == nil, places.part != nil {
      (place, output) = (places.wholeManifest, places.absoluteOutput)
      found = try Self.status(of: place)
    }
    // Entries of another layout cannot be copied.
    if let there = found, Self.isOfOtherFormat(LastManifest(place, there), places) { found = nil }
    let remembered = cache.flatMap {
      RunMemoryFile.load(library: places.absoluteLibrary, output: output, from: $0)
    }
    if let remembered {
      past.memory = remembered
      walk = RunMemoryWalk(remembered)
      if let found, remembered.circumstances.manifest == found {
        hasSameSettings = remembered.circumstances.settings == settings.key.bytes
        past.manifest = LastManifest(place, found)
        return
      }
    }
    guard let found else { return }
    try readManifest(LastManifest(place, found), settings, interruption)
  }

  /// Refuses a manifest that somebody else generated, before anything is made or locked beside it.
  static func refuseForeign(_ places: ScanPlaces) throws(RunFailure) {
    guard let found = try status(of: places.manifest) else { return }
    do {
      let start = try LastManifest(places.manifest, found).start()
      guard GeneratedText(start).isOurs || ManifestHead.isRemnant(start) else {
        throw RunFailure.foreignManifest(places.manifest.bytes)
      }
    } catch let failure as RunFailure {
      throw failure
    } catch {
      // Another run may be replacing it right now; it is checked again once the lock is held.
      return
    }
  }

  /// Whether there was a run before.
  var isKnown: Bool { past.memory != nil || manifest != nil }

  /// Whether these records would make the memory that is there: each of them is known from it, and
  /// nothing has changed.
  func isRepeated(by scanRecords: ScanRecords, in circumstances: RunCircumstances) -> Bool {
    guard let memory = past.memory else { return false }
    return !scanRecords.hasNews && memory.count == scanRecords.count
      && memory.circumstances == circumstances
  }

  /// The memory as it is on disk.
  var memoryBytes: [UInt8]? { past.memory?.rawBytes }

  /// Begins to look at the files of all recordings that are remembered with these settings.
  func precheck(_ files: OutputFiles, _ interruption: Interruption) -> OutputPrecheck? {
    guard hasSameSettings, let memory = past.memory else { return nil }
    return OutputPrecheck(memory, files, interruption)
  }

  /// The place of a path in the memory; paths must come in the order of their bytes.
  mutating func place(of path: RawPath) -> Int? {
    walk?.find(path)
  }

  /// What is known of a path that has this place in the memory.
  mutating func record(_ place: Int?, at path: RawPath) -> RecordingRecord? {
    if walk == nil, let listed = past.listed[path] {
      met.insert(path)
      return listed
    }
    return place.flatMap { past.record($0, at: path) }
  }

  /// The recordings of the last run that the crawl has not met, once it has passed.
  mutating func vanished() -> [RawPath] {
    if let memory = past.memory {
      walk?.finish()
      return walk?.missing.map { memory.path($0) } ?? []
    }
    return past.listed.keys.filter { !met.contains($0) }.sorted()
  }

  /// The entries of those recordings, as far as the last manifest can be read.
  mutating func vanishedEntries() -> [[UInt8]] {
    guard let manifest else { return [] }
    let entries: [RecordingRecord.Entry]
    if let memory = past.memory {
      walk?.finish()
      entries = (walk?.missing ?? []).map { .kept(memory.entry($0)) }
    } else {
      entries = vanished().compactMap { past.listed[$0]?.entry }
    }
    return entries.compactMap { entry in
      guard case .kept(let range) = entry else { return nil }
      do { return try manifest.bytes(range) } catch { return nil }
    }
  }

  /// Gives the manifest up where its bytes are not those that were written, and says whether it
  /// did: the damage would be copied into the next one.
  ///
  /// Known files are drawn again from what the cache has of them.
  mutating func giveUpRottenManifest(_ interruption: Interruption) throws(RunFailure) -> Bool {
    guard let memory = past.memory, let manifest else { return false }
    do {
      if try manifest.isIntact(isStopped: { interruption.requested }) { return false }
    } catch {
      throw .outputUnwritable(error.place.bytes, errno: error.errno)
    }
    (past.manifest, hasSameSettings, hasDamagedManifest) = (nil, false, true)
    walk = RunMemoryWalk(memory)
    return true
  }

  /// The entry of a recording in the last manifest; nil if it cannot be understood.
  func entry(of record: RecordingRecord) throws(SystemFailure) -> ManifestEntry? {
    guard let manifest, case .kept(let range) = record.entry, !range.isEmpty else { return nil }
    return ManifestEntry(try manifest.bytes(range), way: way)
  }

  /// The device that the folder of a recording was on, where that is known.
  func folderDevice(of path: RawPath) -> UInt64? {
    past.memory.flatMap { memory in memory.index(of: path).map(memory.folderDevice) }
  }

  private mutating func readManifest(
    _ last: LastManifest, _ settings: ScanSettings, _ interruption: Interruption
  ) throws(RunFailure) {
    let isStopped = { interruption.requested }
    let text: [UInt8]?
    do {
      let start = try last.start()
      if ManifestHead.isRemnant(start) {
        hasDamagedManifest = true
        return
      }
      guard GeneratedText(start).isOurs else {
        throw RunFailure.foreignManifest(last.path.bytes)
      }
      hasDamagedManifest = try !last.hasEnd()
      // A memory knows files better than the manifest; it is the entries that it lacks.
      text = past.memory == nil ? try last.wholeText(isStopped: isStopped) : nil
    } catch let failure as RunFailure {
      throw failure
    } catch let failure as SystemFailure {
      throw .outputUnwritable(last.path.bytes, errno: failure.errno)
    } catch {
      throw .outputUnwritable(last.path.bytes, errno: EIO)
    }
    guard let text else { return }
    // Any entry may be damaged: none of them is copied.
    guard ManifestSeal.holds(for: text),
      let read = ManifestReader.read(text, way: way, isStopped: isStopped)
    else {
      hasDamagedManifest = !isStopped()
      return
    }
    past.listed = read.recordings
    past.manifest = last
    hasSameSettings = read.generator == Generator.name && read.settings == settings.value
  }

  /// Whether a manifest is ours and has another layout than this run writes.
  private static func isOfOtherFormat(_ manifest: LastManifest, _ places: ScanPlaces) -> Bool {
    do {
      let start = try manifest.start()
      return GeneratedText(start).isOurs && !ManifestHead.isRemnant(start)
        && ManifestFormat(start: start) != places.manifestFormat
    } catch {
      // The same failure ends the run where the manifest is read.
      return false
    }
  }

  static func status(of manifest: RawPath) throws(RunFailure) -> FileIdentity? {
    do {
      let start = try Folder(at: manifest.isAbsolute ? "/" : ".")
      // A rename onto a link would replace the link.
      let status = try start.status(of: manifest, followingLinks: false)
      guard status.kind == .file else { throw RunFailure.foreignManifest(manifest.bytes) }
      return status.identity
    } catch let failure as RunFailure {
      throw failure
    } catch let failure as SystemFailure {
      if failure.isMissing { return nil }
      throw .outputUnwritable(manifest.bytes, errno: failure.errno)
    } catch {
      return nil
    }
  }
}
