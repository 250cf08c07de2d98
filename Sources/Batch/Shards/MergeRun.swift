import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Joins what scans with `--shard` have made: the resulting manifest equals that of an unsharded
/// scan, byte for byte.
struct MergeRun: Sendable {
  let options: MergeOptions
  let report: Report
  let interruption: Interruption

  func run() -> ExitStatus {
    do {
      return try finished()
    } catch JobStop.cancelled {
      report.say(.stopped)
      return interruption.exitStatus()
    } catch {
      return report.fail(after: error)
    }
  }

  /// Joins the parts, then does what applies to the whole after releasing the locks.
  private func finished() throws -> ExitStatus {
    var library: RawPath?
    guard let finish = options.finish else { return try merge(&library) }
    if finish.onlyChecks {
      let folders = try folders(areLocked: false)
      if try folders.contains(where: { try !$0.files.shards().isEmpty }) {
        _ = try tellStatus(of: folders)
        return .stale
      }
    } else {
      let status = try merge(&library)
      guard status == .success || status == .someFailed else { return status }
    }
    return try self.finish(finish, joined: library)
  }

  private func folders(areLocked: Bool) throws -> [PartsFolder] {
    let manifest = options.manifest.map(RawPath.init(bytes:))
    return try options.outputs.map { output in
      try PartsFolder(RawPath(bytes: output), manifest: manifest, isLocked: areLocked)
    }
  }

  private func merge(_ library: inout RawPath?) throws -> ExitStatus {
    try CacheFolder.refuseForeign(options.cache)
    if options.asksForStatus { return try tellStatus(of: try folders(areLocked: false)) }
    let target = RawPath(bytes: options.target)
    let (folders, whole) = try lockedFolders(with: target)
    if try whole.files.hasForeignMark() {
      throw RunFailure.foreignName(whole.manifest.parent.appending(PartFiles.joined).bytes)
    }
    // A merge that was killed after its manifest has left parts that the manifest has already. They
    // must go first: they would count as a new set.
    if let joined = try whole.files.joined() {
      for folder in folders where folder !== whole {
        try folder.files.remove(joined)
      }
    }
    for folder in folders {
      try folder.files.finishInterruptedMerge()
    }
    guard let count = try count(of: folders) else {
      if options.finish == nil {
        report.say(.noParts(target.bytes))
      }
      return .success
    }
    let parts = try parts(of: count, in: folders)
    try OpenFiles.require(OpenFiles.needed(forParts: parts.count, in: folders.count))
    library = parts.first?.facts.library
    let counts = try join(parts, to: whole, among: folders).counts
    report.say(.merged(parts: count, counts, target.bytes))
    let hasFailed = counts.failed > 0 || (options.isStrict && counts.unsupported > 0)
    return hasFailed ? .someFailed : .success
  }

  /// Locks and returns the given folders and that of the whole, which may be one of them.
  private func lockedFolders(
    with target: RawPath
  ) throws -> (folders: [PartsFolder], whole: PartsFolder) {
    let folders = try folders(areLocked: true)
    let identity = try Folder.openOrCreate(target).status().folder
    if let whole = folders.first(where: { $0.identity == identity }) { return (folders, whole) }
    let whole = try PartsFolder(target, manifest: nil, isLocked: true)
    return ([whole] + folders, whole)
  }

  /// Writes the manifest of the whole and its files, then removes those of the parts.
  private func join(
    _ parts: [PartManifest], to whole: PartsFolder, among folders: [PartsFolder]
  ) throws -> JoinedParts {
    let target = whole.output
    let joined = try JoinedParts(parts, interruption)
    // A separate output for the whole has no parts that determine the name.
    var manifestPath = whole.manifest
    if options.manifest == nil {
      manifestPath = target.appending(joined.format.fileName)
    }
    let output = OutputFolder(try Folder(at: target), whole.ledgerName())
    for name in try output.foundLedgers().runs
    where try RunFile.isForeign(name, in: output.folder) {
      throw RunFailure.foreignName(target.appending(name).bytes)
    }
    let last = try LedgerFile.opened(output.names.ledger, in: output.folder, at: target)
    try joined.refuseSharedNames(in: output.folder)
    // This run holds the lock, so temporary files of killed parts can be deleted.
    StaleTemporaries.sweep(output.folder)
    try output.recover()
    let cache = CacheFolder.wanted(by: options.cache, report)
    // Without a ledger, only the manifest of an earlier release names its data files, which have no
    // mark of ours in them.
    if last == nil {
      output.addImported(dataFiles(listedIn: whole))
    }
    for part in parts where part.ledgerFacts == nil {
      output.addImported(try part.dataFiles())
    }
    // Files before the manifest that names them, and the parts last: a merge that is killed anywhere
    // can be started again.
    try bringFiles(of: parts, to: output, target)
    let named = try last?.facts()?.manifest
    let manifest = try joined.write(to: manifestPath, named: named, output)
    if options.manifest == nil {
      try OutputManifest.removeOthers(than: joined.format, in: target)
    }
    try commit(joined, manifest, to: output, after: last, cache)
    try whole.files.markJoined(parts.map(\.seal))
    for folder in folders where folder !== whole {
      try removeParts(of: folder)
    }
    // The mark is removed last: after an interrupted merge the next one completes the rest.
    try removeParts(of: whole)
    return joined
  }

  /// Writes the ledger of the whole from those of the parts, and stores what their scans saw.
  private func commit(
    _ joined: JoinedParts, _ manifest: JoinedManifest, to output: OutputFolder,
    after last: LedgerFile?, _ cache: CacheFolder?
  ) throws {
    let key = Sightings.Key(
      library: joined.library, output: RawPath(bytes: options.target).spelledFromRoot,
      ledger: output.names.ledger)
    let found = try joined.records(manifest.entries, for: key, cache)
    let committing = LedgerCommit(output, takesPartsOver: true)
    if found == nil, let facts = try last?.facts(), facts.manifest == manifest.digest {
      // A merge was killed after its ledger, while it removed those of the parts.
      _ = try committing.commit(facts, nil, after: last)
      return
    }
    let facts = found == nil ? nil : joined.facts(with: manifest.digest)
    let head = try committing.commit(facts, found?.records ?? ([], []), after: last)
    guard let cache, let found, let head else { return }
    let summaries = SummaryCache(cache, budget: Int64(options.cache.budget))
    // No part knows what the others have left in the output.
    let seen = Sightings.Facts(
      ledger: head.seal, manifest: manifest.identity, hasNoLeftovers: false)
    summaries.keep(found.sightings.encoded(seen), of: key)
    for part in joined.sightings {
      _ = cache.remove(SightingsFile.path(part))
    }
    summaries.sweep()
  }

  /// Returns the data files in the current manifest of the whole, which an earlier release wrote:
  /// those that the joined one no longer lists would otherwise count as files of another program.
  private func dataFiles(listedIn whole: PartsFolder) -> [OwnedLine] {
    var files: [OwnedLine] = []
    do {
      guard let identity = try PreviousRun.status(of: whole.manifest),
        GeneratedText(try ManifestText(whole.manifest, identity).start()).isOurs
      else { return [] }
      var reader = try ManifestReader(whole.manifest, pathToOutput: whole.pathToOutput)
      while let element = try reader.next() {
        files += element.entry?.ownedLines ?? []
      }
      return reader.seal == nil ? [] : files
    } catch {
      return []
    }
  }

  private func removeParts(of folder: PartsFolder) throws(SystemFailure) {
    for path in try folder.files.removeAll() {
      report.say(.notOurs(folder.manifest.parent.appending(path).bytes))
    }
  }

  /// Returns the number of parts of the set to join; nil if there are no parts.
  private func count(of folders: [PartsFolder]) throws -> Int? {
    var numbers: [Int: Set<Int>] = [:]
    for folder in folders {
      for shard in try folder.files.shards() {
        numbers[shard.count, default: []].insert(shard.number)
      }
    }
    if let count = options.shards {
      try requireAll(of: count, among: numbers[count] ?? [])
      return count
    }
    // Parts of an earlier division may be left beside those of this one.
    let wholeCounts = numbers.filter { $0.value.count == $0.key }.keys.sorted()
    if wholeCounts.count > 1 { throw RunFailure.severalSetsOfParts(wholeCounts) }
    if let count = wholeCounts.first { return count }
    // No set is whole: the parts that are missing are named for the one that has most.
    let fullest = numbers.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
    guard let fullest else { return nil }
    try requireAll(of: fullest.key, among: fullest.value)
    return fullest.key
  }

  /// Throws if not all parts of a set exist.
  private func requireAll(of count: Int, among numbers: Set<Int>) throws {
    let missing = (1...count).filter { !numbers.contains($0) }
    if !missing.isEmpty { throw RunFailure.partsMissing(missing, of: count) }
  }

  private func parts(of count: Int, in folders: [PartsFolder]) throws -> [PartManifest] {
    var parts: [PartManifest] = []
    for folder in folders {
      for shard in try folder.files.shards() where shard.count == count {
        if parts.contains(where: { $0.facts.shard == shard }) { throw RunFailure.partTwice(shard) }
        parts.append(try PartManifest(shard, in: folder, interruption))
      }
    }
    return parts.sorted { $0.facts.shard.number < $1.facts.shard.number }
  }

  /// Prints on standard output which parts exist; returns 4 if some are missing.
  private func tellStatus(of folders: [PartsFolder]) throws -> ExitStatus {
    let shards = try folders.flatMap { try $0.files.shards() }
    let sets = Dictionary(grouping: shards, by: \.count).sorted { $0.key < $1.key }
    var lines = [String]()
    var isWhole = true
    for (count, shards) in sets {
      let there = Set(shards.map(\.number))
      let missing = (1...count).filter { !there.contains($0) }
      let end = missing.isEmpty ? "none missing" : "missing \(Numerals.ranges(missing))"
      lines.append("of \(count): \(Numerals.ranges(there.sorted())) there, \(end)\n")
      if !missing.isEmpty {
        isWhole = false
      }
    }
    if lines.isEmpty {
      lines = ["no parts\n"]
    }
    let shown = Announcement.show(lines.joined())
    return shown == .success && !isWhole ? .stale : shown
  }

  /// Copies the files of parts with a separate output.
  private func bringFiles(
    of parts: [PartManifest], to output: OutputFolder, _ target: RawPath
  ) throws {
    for part in parts where part.output != target {
      let source = try Folder(at: part.output)
      for entry in part.entries where entry.status == .ok {
        guard let entry = try part.read(entry) else {
          throw RunFailure.notAPart(part.file.path.bytes)
        }
        for file in entry.files {
          guard try output.copy(file, from: source, interruption) else {
            throw RunFailure.foreignFile(target.appending(file.path.path).bytes)
          }
        }
      }
    }
  }
}

/// What applies to the whole after its parts are joined: a scan with the options in the manifest.
extension MergeRun {
  /// Prunes, checks or writes the page; `joined` is the library of the joined parts, if there were
  /// any.
  private func finish(_ finish: ScanOptions, joined: RawPath?) throws -> ExitStatus {
    let target = RawPath(bytes: options.target)
    var scan = finish
    if finish.library.isEmpty {
      scan.library = try (joined ?? ScanPaths.library(around: target)).bytes
    }
    let manifestPath: RawPath
    if let named = options.manifest {
      manifestPath = RawPath(bytes: named)
    } else {
      manifestPath = target.appending(try OutputManifest.name(in: Folder(at: target)))
    }
    scan.manifestFormat = ManifestFormat(of: manifestPath)
    // Whoever prunes or checks need not repeat the options of the scans.
    let identity = try PreviousRun.status(of: manifestPath)
    let settings = try identity.flatMap { try ManifestText(manifestPath, $0).settings() }
    scan.recordings = try RecordingOptions(
      settings, given: finish.recordings, of: options.target)
    return ScanRun(scan, report: Report(scan), interruption: interruption).run()
  }
}
