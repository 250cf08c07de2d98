/// Tells what a scan would do, or whether it would do anything, and writes nothing.
struct ScanForecast {
  let run: ScanRun
  let tools: ScanTools

  func tell(
    _ plan: ScanPlan, _ pastRun: inout PastRun, _ places: ScanPlaces
  ) throws -> ExitStatus {
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
      if run.interruption.requested { return .interrupted }
      totals.take(outcome(of: job, plan, pastRun), run.report)
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
    if job.isOtherwiseUnchanged, let past = plan.past[job.index], hasContent(job, job.lastDigest) {
      return past.outcome(job.path, source: .digest, problem: pastRun.problem(past))
    }
    let source: OutcomeSource = isMeasured(job, plan) ? .summary : .decoded
    var outcome = FileOutcome(path: job.path.bytes, source: source)
    outcome.isStale = true
    outcome.written = tools.files.count
    return outcome
  }

  /// Whether the measurement is kept of a file that has not changed.
  private func isMeasured(_ job: RecordingJob, _ plan: ScanPlan) -> Bool {
    guard !run.options.redoesAll, let digest = job.trustedDigest else { return false }
    return tools.recordings.isKept(digest, plan.listing.files.identity(job.index).size)
  }

  /// Whether the file has the content that the last run saw: a fresh checkout gives every file a new time.
  private func hasContent(_ job: RecordingJob, _ digest: ContentDigest?) -> Bool {
    guard let digest else { return false }
    do {
      let file = try tools.library.open(job.path)
      guard try file.status(job.path).kind == .file else { return false }
      return try file.contentDigest(job.path, cancel: run.interruption) == digest
    } catch {
      return false
    }
  }
}
