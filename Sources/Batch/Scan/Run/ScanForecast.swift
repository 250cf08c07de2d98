import Decoding
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Reports the plan of a scan, for `--dry-run` and `--check`, and writes nothing.
// What only decoding a recording shows is not foreseen: the forecast would take as long as the scan.
// Recordings with another time are recognized and hashed, as the scan does before it draws them.
struct ScanForecast {
  let plan: ScanPlan
  let paths: ScanPaths
  let context: ScanContext
  let options: ScanOptions
  let report: Report

  /// Reports each job and the totals, which begin with those of unchanged recordings; returns nil after a
  /// signal.
  func perform(adding unchanged: RunTotals) throws -> ExitStatus? {
    defer { context.reader.pool.shutDown() }
    var totals = unchanged
    var reasons: [StaleReason: Int] = [:]
    // Crawled files are in the order of their paths, the jobs in that of their cost, which would
    // scatter an album over the whole list.
    let jobs = plan.jobs.sorted { one, other in one.index < other.index }
    for job in jobs {
      guard let result = try result(of: job) else { return nil }
      if let reason = result.staleReason {
        reasons[reason, default: 0] += 1
      }
      report.finished(result, addingTo: &totals)
    }
    if options.onlyChecks {
      try reportStale(reasons, in: &totals)
    }
    totals.deleted = try countPruned()
    report.done(totals, pictures: paths.output.bytes)
    return totals.exitStatus(options)
  }

  /// Reports recordings that are gone and the page as stale, and why anything is.
  private func reportStale(
    _ staleRecordings: [StaleReason: Int],
    in totals: inout RunTotals
  ) throws {
    var reasons = staleRecordings
    for index in plan.vanished {
      guard let path = plan.previous.records?.path(index) else { continue }
      let entry = ManifestEntry(path: path, content: .pending)
      var result = RecordingResult(entry, source: nil)
      result.staleReason = .gone
      reasons[.gone, default: 0] += 1
      report.finished(result, addingTo: &totals)
    }
    if try ScanPage(options: options, paths: paths).isStale() {
      totals.stale += 1
      reasons[.page] = 1
    }
    if !reasons.isEmpty {
      report.say(.stale(reasons, differing: plan.previous.differing(from: options)))
    }
  }

  /// Returns what a job is for; nil after a signal.
  private func result(of job: RecordingJob) throws -> RecordingResult? {
    let path = plan.path(job)
    do {
      var reason = reason(for: job)
      let isUpToDate = job.flags.contains(.upToDate)
      if isUpToDate || reason == .changed, try isAsBefore(job) {
        if isUpToDate, let past = plan.result(job.index, .digest) { return past }
        // Touched or copied, and what is stale are its files.
        reason = .damagedFiles
      }
      let entry = ManifestEntry(path: path, content: .decoded(ManifestEntry.Facts()))
      var result = RecordingResult(entry, source: .decoded)
      result.staleReason = reason
      result.written = context.outputPlan.outputs.count
      return result
    } catch {
      switch WorkError(error) {
      case .problem(let problem):
        var result = RecordingResult(path, problem)
        result.staleReason = reason(for: job)
        return result
      case .run(let failure): throw failure
      case .cancelled: return nil
      }
    }
  }

  /// Whether a recording has the content that it had at the last run, or the first bytes for which nothing
  /// can read it.
  private func isAsBefore(_ job: RecordingJob) throws -> Bool {
    let path = plan.path(job)
    let file = try context.library.open(path)
    let status = try file.status(path)
    guard status.kind == .file else { throw FileProblem.notAFile(.init(status.kind)) }
    if let last = plan.lastDigest(job) {
      let digest = try context.reader.digest(
        of: file,
        at: path,
        size: status.identity.size,
        wasDecoded: true
      )
      return digest == last
    }
    // What is recognized by its first bytes is not hashed.
    let refusal = context.reader.pool.openingFailure(
      descriptor: file.number,
      request: context.reader.request,
      cancel: context.interruption.descriptor
    )
    guard let refusal, let last = plan.lastProblem(job) else { return false }
    if refusal.endsTheRun != nil { throw refusal }
    return ManifestProblem(.decoding(refusal)) == last
  }

  /// Why a recording is a job of the plan; the first of several reasons counts.
  private func reason(for job: RecordingJob) -> StaleReason {
    if plan.ledgerIndex(job.index) == nil { return .new }
    if !plan.previous.hasSameSettings { return .otherOptions }
    let isForFFmpeg = context.reader.triesFFmpeg(for: plan.path(job))
    if isForFFmpeg, plan.waitedForFFmpeg(job) { return .readableNow }
    if job.flags.contains(.sameFile) { return .damagedFiles }
    return .changed
  }

  /// Reports which files would be deleted if every recording can be drawn, and returns their number.
  private func countPruned() throws -> Int {
    guard options.isDryRun, options.prune != .nothing else { return 0 }
    guard let output = context.files.output else { return 0 }
    var listed = ListedNames(in: output.folder)
    for path in plan.listing.paths {
      listed.insert(context.outputPlan.names(of: path))
    }
    let pruning = Pruning(
      options,
      report: report,
      context: context,
      listing: plan.listing,
      previous: plan.previous
    )
    return try pruning.perform { path in listed.contains(path) }
  }
}
