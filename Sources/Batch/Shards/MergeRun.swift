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
      var found = options
      found.outputs = try options.outputs.map { output in
        try PartsFolder.output(named: RawPath(bytes: output)).bytes
      }
      let target = found.target
      found.finish?.output = target
      return try MergeRun(options: found, report: report, interruption: interruption).finished()
    } catch {
      return report.end(after: error, interruption: interruption)
    }
  }

  /// Joins the parts, then does what applies to the whole after releasing the locks.
  private func finished() throws -> ExitStatus {
    guard var finish = options.finish else { return try merge() }
    // Before anything is joined. No part is asked for the library: the author of one could have any
    // folder drawn, and published.
    if finish.library.isEmpty {
      finish.library = try ScanPaths.library(around: RawPath(bytes: options.target)).bytes
    }
    if finish.onlyChecks {
      let folders = try folders(areLocked: false)
      let hasParts = try folders.contains { folder in try !folder.files.shards().isEmpty }
      if hasParts {
        _ = try printStatus(of: folders)
        return .stale
      }
    } else {
      let status = try merge()
      guard status == .success || status == .someFailed else { return status }
    }
    return try self.finish(finish)
  }

  private func folders(areLocked: Bool) throws -> [PartsFolder] {
    let manifest = options.manifest.map(RawPath.init(bytes:))
    return try options.outputs.map { output in
      try PartsFolder(RawPath(bytes: output), manifest: manifest, isLocked: areLocked)
    }
  }

  private func merge() throws -> ExitStatus {
    try CacheFolder.refuseForeign(options.cache)
    if options.asksForStatus { return try printStatus(of: try folders(areLocked: false)) }
    let target = RawPath(bytes: options.target)
    // Not even a lock is written to a folder that is no output: it may be somebody's library.
    let isAnyOutput = try options.outputs.contains { output in
      try PartsFolder.isOutput(RawPath(bytes: output))
    }
    guard isAnyOutput || options.manifest != nil else {
      throw RunFailure.noParts(options.outputs)
    }

    let (folders, whole) = try lockedFolders(with: target)
    let output = OutputFolder(try Folder(at: target), names: .whole) {
      [interruption] in interruption.requested
    }
    try refuseForeignRuns(in: output, at: target)
    let last = try LedgerFile.opened(output.names.ledger, in: output, at: target)
    // Before parts are counted: what is left of a set that is joined is no set of its own.
    let wasKilled = try removeJoinedParts(from: folders, output, after: last)
    if let count = try count(of: folders) {
      return try join(count, in: folders, to: output, of: whole, after: last)
    }
    if wasKilled {
      try complete(last, in: output)
    }
    // What was merged before may be merged again, and has no parts any more.
    guard last != nil || options.finish != nil else { throw RunFailure.noParts(options.outputs) }
    if options.finish == nil {
      report.say(.nothingToMerge(options.outputs))
    }
    return .success
  }

  /// Throws if another program has a file of a name that only run files have, before any is written to.
  private func refuseForeignRuns(in output: OutputFolder, at target: RawPath) throws {
    for name in try output.foundLedgers().runs
    where try RunFile.isForeign(name, in: output.folder) {
      throw RunFailure.foreignName(target.appending(name).bytes)
    }
  }

  /// Does the last steps of a merge that was killed behind its ledger: that takes over the owned lines
  /// which are still in files of parts, and these go.
  private func complete(_ last: LedgerFile?, in output: OutputFolder) throws {
    guard let last, let facts = try last.facts() else { return }
    let commit = try LedgerCommit(output, takesPartsOver: true)
    _ = try commit.write(facts, records: nil, after: last)
    try commit.removeReplaced()
  }

  /// Joins so many parts in locked folders, and returns the exit status of the whole.
  private func join(
    _ count: Int,
    in folders: [PartsFolder],
    to output: OutputFolder,
    of whole: PartsFolder,
    after last: LedgerFile?
  ) throws -> ExitStatus {
    let cache = CacheFolder.requested(by: options.cache, report: report)
    try OpenFiles.require(OpenFiles.needed(forParts: count, in: folders.count))
    let parts = try parts(of: count, in: folders, seenIn: cache)
    let joined = try PartMerge(parts, interruption: interruption)
    try write(joined, to: output, of: whole, among: folders, after: last, cache: cache)
    report.say(.merged(parts: count, joined.counts, options.target))
    try reportOldPage(in: output)
    let hasFailed = joined.counts.failed > 0
    let isUnsupported = options.isStrict && joined.counts.unsupported > 0
    return hasFailed || isUnsupported ? .someFailed : .success
  }

  /// Reports a page of an earlier manifest, unless the scan that follows writes it.
  private func reportOldPage(in output: OutputFolder) throws {
    guard options.finish == nil, options.manifest == nil else { return }
    var whole = ScanOptions(library: [])
    whole.output = options.target
    let page = ScanPage(options: whole, paths: ScanPaths(whole))
    if try page.isLeftOld(in: output.folder) {
      report.say(.pageOld(page.path.bytes))
    }
  }

  /// Deletes the parts that a killed run had joined, as they would count as a set with missing parts;
  /// returns whether there was such a run.
  private func removeJoinedParts(
    from folders: [PartsFolder],
    _ output: OutputFolder,
    after last: LedgerFile?
  ) throws -> Bool {
    let joined = try output.joinedParts(by: last?.header?.digest)
    if joined.isEmpty { return false }
    let found = try folders.map { folder in try folder.files.found().parts }
    // Not by digest alone: all parts without a recording have the same.
    let left = Set(PartFiles.left(found.flatMap(\.self), of: joined))
    for (folder, parts) in zip(folders, found) {
      try folder.remove(parts.filter(left.contains))
    }
    return true
  }

  /// Locks and returns the given folders and that of the whole, which may be one of them.
  private func lockedFolders(
    with target: RawPath
  ) throws -> (folders: [PartsFolder], whole: PartsFolder) {
    let folders = try folders(areLocked: true)
    let identity = try Folder.openOrCreate(target).status().folder
    // Locked once only: of two descriptors of one lock file, the first to be closed ends the lock.
    let given = folders.first { folder in folder.identity == identity }
    if let given { return (folders, given) }
    let whole = try PartsFolder(target, manifest: nil, isLocked: true)
    return ([whole] + folders, whole)
  }

  /// Writes the files, the manifest and the ledger of the whole, then removes those of the parts.
  // The order of a scan: files before the manifest that names them, the ledger as the moment from which
  // the merge counts as done, and the parts last. A merge that is killed anywhere can be started again.
  private func write(
    _ joined: PartMerge,
    to output: OutputFolder,
    of whole: PartsFolder,
    among folders: [PartsFolder],
    after last: LedgerFile?,
    cache: CacheFolder?
  ) throws {
    let named = try last?.facts()?.manifest
    try PreviousRun.refuseForeign(whole.manifest, named: named)
    try joined.refuseSharedNames(in: output.folder)
    // This run holds the lock, so temporary files of killed parts can be deleted.
    StaleTemporaries.sweep(output.folder)
    try output.recover()
    try joined.bringFiles(to: whole, output)
    let manifest = try joined.writeManifest(at: whole.manifest, named: named, in: output)
    let replaced = try folders.map { folder in try superseded(by: joined, in: folder) }
    let commit = try LedgerCommit(output, takesPartsOver: true)
    try writeLedger(
      of: joined,
      manifest,
      of: whole,
      replacing: replaced.flatMap(\.self),
      by: commit,
      to: output,
      after: last,
      cache: cache
    )
    for (folder, parts) in zip(folders, replaced) {
      try folder.remove(parts)
    }
    try commit.removeReplaced()
  }

  /// Returns all parts in a folder, also those of other sets, which are older than the whole; reports
  /// other files with such names.
  private func superseded(
    by joined: PartMerge,
    in folder: PartsFolder
  ) throws -> [PartFiles.Part] {
    let own = joined.parts.filter { part in part.folder === folder }
    let found = try folder.files.found(knowing: own.map(\.file))
    for other in found.others {
      report.say(.notOurs(folder.manifest.parent.appending(other).bytes))
    }
    return found.parts
  }

  /// Writes the ledger of the whole from those of the parts, and stores what their scans saw.
  private func writeLedger(
    of joined: PartMerge,
    _ manifest: WrittenManifest,
    of whole: PartsFolder,
    replacing parts: [PartFiles.Part],
    by commit: LedgerCommit,
    to output: OutputFolder,
    after last: LedgerFile?,
    cache: CacheFolder?
  ) throws {
    let key = Sightings.Key(
      library: joined.parts[0].part.library,
      output: RawPath(bytes: options.target).spelledFromRoot,
      ledger: output.names.ledger
    )
    let (records, sightings) = joined.records(at: manifest.entries, for: key)
    let header = try commit.write(
      joined.facts(with: manifest.digest, at: whole.fromOutputToManifest),
      records: records,
      after: last,
      joining: parts.map(\.digest)
    )
    guard let cache, let header else { return }
    let summaries = SummaryCache(cache, budget: Int64(options.cache.budget))
    // No part knows what the others have left in the output.
    let seen = Sightings.Facts(
      ledger: header.digest,
      manifest: manifest.identity,
      hasNoLeftovers: false
    )
    summaries.keep(sightings.encoded(seen), of: key)
    // Nobody asks for those of the parts again, whose ledgers are deleted next.
    for part in joined.parts {
      _ = cache.remove(SightingsFile.path(part.sightings))
    }
    summaries.sweep()
  }

  /// Returns the number of parts of the set to join; nil if there are no parts.
  private func count(of folders: [PartsFolder]) throws -> Int? {
    var numbers: [Int: Set<Int>] = [:]
    for folder in folders {
      for shard in try folder.files.shards() {
        numbers[shard.count, default: []].insert(shard.number)
      }
    }
    // Parts of an earlier division may be left beside those of this one.
    let wholeCounts = numbers.keys.filter { count in numbers[count]?.count == count }
    if wholeCounts.count > 1 { throw RunFailure.severalSetsOfParts(wholeCounts.sorted()) }
    if let count = wholeCounts.first { return count }
    // No set is whole: the parts that are missing are named for the one that has most. Of two that have
    // equally many the larger one, so that every run names the same.
    let fullest = numbers.max { one, other in
      (one.value.count, one.key) < (other.value.count, other.key)
    }
    guard let fullest else { return nil }
    try requireAll(of: fullest.key, among: fullest.value)
    return fullest.key
  }

  /// Throws if not all parts of a set exist.
  private func requireAll(of count: Int, among numbers: Set<Int>) throws {
    let missing = (1...count).filter { number in !numbers.contains(number) }
    if !missing.isEmpty { throw RunFailure.partsMissing(missing, of: count) }
  }

  private func parts(
    of count: Int,
    in folders: [PartsFolder],
    seenIn cache: CacheFolder?
  ) throws -> [PartScan] {
    var parts: [PartScan] = []
    for folder in folders {
      for shard in try folder.files.shards() where shard.count == count {
        let isKnown = parts.contains { part in part.part.shard == shard }
        if isKnown { throw RunFailure.partTwice(shard) }
        let part = try PartScan(
          shard,
          in: folder,
          seenIn: cache,
          interruption: interruption
        )
        parts.append(part)
      }
    }
    // Whatever the order of the folders on the command line.
    return parts.sorted { one, other in one.part.shard.number < other.part.shard.number }
  }

  /// Prints on standard output which parts exist; returns 4 if some are missing.
  private func printStatus(of folders: [PartsFolder]) throws -> ExitStatus {
    let shards = try folders.flatMap { folder in try folder.files.shards() }
    let sets = Dictionary(grouping: shards, by: \.count)
    var lines: [String] = []
    var isWhole = true
    for count in sets.keys.sorted() {
      let there = Set((sets[count] ?? []).map(\.number))
      let missing = (1...count).filter { number in !there.contains(number) }
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
    // A full disk weighs more than a part that is missing.
    guard shown == .success else { return shown }
    return isWhole ? .success : .stale
  }
}

/// What applies to the whole after its parts are joined: a scan with the options in the manifest.
extension MergeRun {
  /// Prunes, checks or writes the page.
  private func finish(_ finish: ScanOptions) throws -> ExitStatus {
    let target = RawPath(bytes: options.target)
    let manifestPath: RawPath
    if let named = options.manifest {
      manifestPath = RawPath(bytes: named)
    } else {
      manifestPath = target.appending(OutputManifest.name)
    }
    // Whoever prunes or checks need not repeat the options of the scans.
    var settings: JSONValue?
    if let identity = try PreviousRun.status(of: manifestPath) {
      settings = try StoredManifest(manifestPath, identity).settings()
    }
    let folder = try Folder(at: target)
    let ledger = try LedgerFile.opened(LedgerName.whole.ledger, in: folder, at: target) {
      [interruption] in interruption.requested
    }
    let choices = try ledger?.trustedFacts(in: folder)?.choices ?? []
    let last = settings.map { settings in LastOptions(settings: settings, choices: choices) }
    let scan = try finish.repeating(last, of: options.target)
    let report = Report(scan)
    let start = try ScanStart(scan, report: report, interruption: interruption)
    return ScanRun(start, report: report, interruption: interruption).run()
  }
}
