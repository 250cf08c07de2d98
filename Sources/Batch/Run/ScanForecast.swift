import Decoding
import System

/// Tells what a scan would do, or whether it would do anything, and writes nothing.
struct ScanForecast {
  let run: ScanRun
  let tools: ScanTools

  func tell(
    _ plan: ScanPlan, _ pastRun: inout PastRun, _ places: ScanPlaces
  ) throws -> ExitStatus {
    defer { tools.pool.shutDown() }
    var totals = ScanTotals(plan.listing)
    for problem in plan.listing.problems {
      totals.take(
        FileOutcome(path: problem.path.bytes, source: nil, problem: FileProblem(problem.kind)),
        run.report)
    }
    for known in plan.unchanged {
      totals.take(
        known.past.outcome(
          plan.listing.files.path(known.index), source: .unchanged,
          problem: pastRun.problem(known.past)), run.report)
    }
    for job in plan.jobs.sorted(by: { $0.path < $1.path }) {
      let outcome = outcome(of: job, plan, pastRun)
      // What was looked at while a signal came may have been looked at in part.
      if run.interruption.requested { return run.stopped() }
      totals.take(outcome, run.report)
    }
    // The manifest still lists what is gone.
    for path in pastRun.vanished() where run.options.onlyChecks {
      var outcome = FileOutcome(path: path.bytes, source: nil)
      outcome.isStale = true
      totals.take(outcome, run.report)
    }
    totals.counts.deleted = try prune(plan, pastRun)
    run.report.done(totals.counts, pictures: places.output.bytes)
    return totals.counts.exitStatus(
      isStrict: run.options.isStrict, onlyChecks: run.options.onlyChecks)
  }

  /// Says which pictures would be deleted, if every recording that is there can be drawn.
  private func prune(_ plan: ScanPlan, _ pastRun: PastRun) throws -> Int {
    guard run.options.isDryRun, let output = tools.files.output else { return 0 }
    var listed: Set<RawPath> = []
    for index in 0..<plan.listing.files.count {
      listed.formUnion(tools.files.names(of: plan.listing.files.path(index)))
    }
    let absence = Absence(plan.listing, tools, run.options) { pastRun.folderDevice(of: $0) }
    return try Pruning(
      options: run.options, report: run.report, hasSeenAll: plan.listing.isWhole,
      absence: absence, isListed: { listed.contains($0) }
    ).perform(output)
  }

  private func outcome(of job: RecordingJob, _ plan: ScanPlan, _ pastRun: PastRun) -> FileOutcome {
    if job.isOtherwiseUnchanged, let past = plan.past[job.index] {
      let problem = pastRun.problem(past)
      if hasContent(job) || isRefused(job, as: problem) {
        return past.outcome(job.path, source: .digest, problem: problem)
      }
    }
    var outcome = FileOutcome(path: job.path.bytes, source: .decoded)
    outcome.isStale = true
    outcome.written = tools.files.count
    switch kept(job, plan) {
    case .success: outcome.source = .summary
    // A check goes by the manifest, which says something else of it.
    case .failure(let failure) where !run.options.onlyChecks:
      outcome.source = nil
      outcome.problem = FileProblem(failure)
      outcome.isRemembered = true
      outcome.written = 0
    case .failure, nil: break
    }
    return outcome
  }

  /// What is kept of a file that has not changed.
  private func kept(
    _ job: RecordingJob, _ plan: ScanPlan
  ) -> Result<DecodedRecording, DecodeFailure>? {
    guard !run.options.redoesAll, let digest = job.trustedDigest else { return nil }
    return tools.recordings.kept(digest, plan.listing.files.identity(job.index).size)
  }

  /// Whether the file has the content that the last run saw: a fresh checkout gives every file a new time.
  private func hasContent(_ job: RecordingJob) -> Bool {
    guard let digest = job.lastDigest else { return false }
    do {
      return try opened(job)?.contentDigest(job.path, cancel: run.interruption) == digest
    } catch {
      return false
    }
  }

  /// Whether our libraries refuse the file at a glance as they did before; of what is unsupported there is no digest.
  private func isRefused(_ job: RecordingJob, as past: FileProblem?) -> Bool {
    guard job.lastDigest == nil, let past, past.status == .unsupported else { return false }
    do {
      guard let file = try opened(job) else { return false }
      let probed = tools.pool.probe(
        descriptor: file.number, request: tools.request, cancel: run.interruption.descriptor)
      guard case .failure(let failure) = probed else { return false }
      return RememberedProblem(FileProblem(failure)) == RememberedProblem(past)
    } catch {
      return false
    }
  }

  private func opened(_ job: RecordingJob) throws(SystemFailure) -> Descriptor? {
    let file = try tools.library.open(job.path)
    guard try file.status(job.path).kind == .file else { return nil }
    return file
  }
}
