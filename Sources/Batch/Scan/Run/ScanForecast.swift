import Decoding
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Reports what a scan would do, or whether anything is out of date, and writes nothing.
// It performs the plan of a scan as far as opening each recording. What only decoding shows, as
// damage in the middle or a timeout, is not foreseen: the forecast would take as long as the scan.
struct ScanForecast {
  let run: ScanRun
  let context: ScanContext

  /// Reports each recording and the totals; returns the exit status.
  func report(_ plan: ScanPlan, in paths: ScanPaths) throws -> ExitStatus {
    defer { context.reader.pool.shutDown() }
    var totals = run.reportUnchanged(plan)
    var reasons: [StaleReason: Int] = [:]
    // Crawled files are in the order of their paths, the jobs in that of their cost, which would
    // scatter an album over the whole list.
    let jobs = plan.jobs.sorted { one, other in one.index < other.index }
    for job in jobs {
      let result = try forecast(job, in: plan)
      // A file that was being read when the signal came may be known only in part.
      if run.interruption.requested { return run.stopped() }
      if let reason = result.staleReason {
        reasons[reason, default: 0] += 1
      }
      run.report.finished(result, addingTo: &totals)
    }
    if run.options.onlyChecks {
      reportGone(plan, counting: &reasons, in: &totals)
      let page = ScanPage(options: run.options, paths: paths)
      if try page.isStale() {
        totals.stale += 1
        reasons[.page] = 1
      }
      if !reasons.isEmpty {
        let differing = differingOptions(since: plan.previous)
        run.report.say(.stale(reasons, differing: differing))
      }
    }
    totals.deleted = try countPruned(plan, in: paths)
    run.report.done(totals, pictures: paths.output.bytes)
    return totals.exitStatus(run.options)
  }

  /// Reports recordings that are gone as stale, since the manifest still lists them.
  private func reportGone(
    _ plan: ScanPlan,
    counting reasons: inout [StaleReason: Int],
    in totals: inout RunTotals
  ) {
    for index in plan.vanished {
      guard let path = plan.previous.records?.path(index) else { continue }
      let entry = ManifestEntry(path: path, content: .pending)
      var result = RecordingResult(entry, source: nil)
      result.staleReason = .gone
      reasons[.gone, default: 0] += 1
      run.report.finished(result, addingTo: &totals)
    }
  }

  /// Why a recording is a job of the plan; the first of several reasons counts.
  private func reason(for job: RecordingJob, in plan: ScanPlan) -> StaleReason {
    if plan.ledgerIndex(job.index) == nil { return .new }
    if !plan.previous.hasSameSettings { return .otherOptions }
    let isForFFmpeg = context.reader.triesFFmpeg(for: plan.path(job))
    if isForFFmpeg, plan.waitedForFFmpeg(job) { return .readableNow }
    if job.flags.contains(.sameFile) { return .damagedFiles }
    return .changed
  }

  /// The options whose values differ from those of the last scan.
  private func differingOptions(since previous: PreviousRun) -> [String] {
    do {
      guard let facts = previous.facts, let last = JSONValue.reading(facts.settings) else {
        return []
      }
      // Without a version of ffmpeg: a check names options, and nobody gives a version as one.
      let settings = ScanSettings(run.options.recordings, ffmpeg: nil)
      let current = try JSONValue(settings.text)
      return SettingsReader.differing(last, current).map { row in "--\(row.name)" }
    } catch {
      // That anything is stale is reported even if its reason cannot be read.
      return []
    }
  }

  /// Reports which pictures would be deleted if every existing recording can be drawn, and returns
  /// their number.
  private func countPruned(_ plan: ScanPlan, in paths: ScanPaths) throws -> Int {
    guard run.options.isDryRun, run.options.prune != .nothing else { return 0 }
    guard let output = context.files.output else { return 0 }
    var listed = ListedNames(in: output.folder)
    for index in 0..<plan.listing.files.count {
      listed.insert(context.outputPlan.names(of: plan.listing.files.path(index)))
    }
    return try run.prune(listing: plan.listing, previous: plan.previous, context: context) { path in
      listed.contains(path)
    }
  }

  /// The result that a scan would have; only facts confirmed by the file are used.
  private func forecast(_ job: RecordingJob, in plan: ScanPlan) throws -> RecordingResult {
    let path = plan.path(job)
    let past = plan.result(job.index, .digest)
    var reason = reason(for: job, in: plan)
    do {
      let file = try context.library.open(path)
      let status = try file.status(path)
      guard status.kind == .file else { throw FileProblem.notAFile(.init(status.kind)) }
      let digest = try knownDigest(of: file, identity: status.identity, job: job, in: plan)
      let hasLastContent = digest != nil && digest == plan.lastDigest(job)
      // The file was touched or copied, and what is stale are its pictures.
      if reason == .changed, hasLastContent {
        reason = .damagedFiles
      }
      if job.flags.contains(.upToDate), hasLastContent, let past { return past }
      let source = try source(of: file, digest: digest, at: path)
      return drawn(path, from: source, reason: reason)
    } catch {
      switch JobStop(error) {
      case .problem(let problem):
        return refused(path, because: problem, past: past, reason: reason)
      case .run(let failure): throw failure
      case .cancelled: throw error
      }
    }
  }

  /// Returns what the pictures of a recording would be drawn from; throws why it would fail.
  private func source(
    of file: borrowing Descriptor,
    digest: ContentDigest?,
    at path: RawPath
  ) throws -> OutcomeSource {
    switch cached(digest, at: path) {
    case .whole: return .summary
    case .failure(let cached): throw cached.failure
    case .part, .nothing: break
    }
    if let refusal = refusal(of: file, at: path) { throw refusal }
    return .decoded
  }

  /// Returns the digest of a recording that the last run or the cache may know; nil for others, as
  /// reading them would be in vain.
  private func knownDigest(
    of file: borrowing Descriptor,
    identity: FileIdentity,
    job: RecordingJob,
    in plan: ScanPlan
  ) throws -> ContentDigest? {
    if let digest = plan.unchangedDigest(job) { return digest }
    let wasDecoded = plan.lastDigest(job) != nil
    guard wasDecoded || context.reader.cache.isKept else { return nil }
    return try context.reader.digest(
      of: file,
      at: plan.path(job),
      size: identity.size,
      wasDecoded: wasDecoded
    )
  }

  /// Returns what the cache has of a content, unless the run measures everything again.
  private func cached(_ digest: ContentDigest?, at path: RawPath) -> MeasurementCache.Content {
    guard let digest, !run.options.redoesAll else { return .nothing }
    // A forecast leaves no trace, not even in the order in which the cache forgets.
    let retry = context.reader.retry(of: path)
    return context.reader.cache.lookup(digest, retry: retry, marksUse: false)
  }

  /// Returns the failure to open a recording that would be reported.
  private func refusal(of file: borrowing Descriptor, at path: RawPath) -> DecodeFailure? {
    let refusal = context.reader.pool.openingFailure(
      descriptor: file.number,
      request: context.reader.request,
      cancel: run.interruption.descriptor
    )
    guard let refusal else { return nil }
    let problem = ManifestProblem(.decoding(refusal))
    // Whether ffmpeg can decode it is not known in advance.
    let isCured = context.reader.triesFFmpeg(for: path) && problem.waitsForFFmpeg
    if refusal.endsTheRun != nil { return refusal }
    // A timeout or a crash of this attempt says nothing about the one that a scan would make.
    guard problem.isContentFault, !isCured else { return nil }
    return refusal
  }

  private func drawn(
    _ path: RawPath,
    from source: OutcomeSource,
    reason: StaleReason
  ) -> RecordingResult {
    let entry = ManifestEntry(path: path, content: .decoded(ManifestEntry.Facts()))
    var result = RecordingResult(entry, source: source)
    result.staleReason = reason
    result.written = context.outputPlan.outputs.count
    return result
  }

  /// A recording that would fail: stale if the manifest does not list the failure yet.
  private func refused(
    _ path: RawPath,
    because problem: FileProblem,
    past: RecordingResult?,
    reason: StaleReason
  ) -> RecordingResult {
    var result = RecordingResult(path, problem)
    let known = past?.problem
    result.isRemembered = known?.code == result.problem?.code
    result.isKnownFailure = result.isRemembered && result.problem?.isContentFault ?? false
    if run.options.onlyChecks, known != result.problem {
      result.staleReason = reason
    }
    return result
  }
}
