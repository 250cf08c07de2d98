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
    var totals = run.tellKnown(plan)
    for job in plan.jobs.sorted(by: { $0.path < $1.path }) {
      let record = forecast(job, plan)
      // What was looked at while a signal came may have been looked at in part.
      if run.interruption.requested { return run.stopped() }
      run.report.finished(record, &totals)
    }
    // The manifest still lists what is gone.
    for path in pastRun.vanished() where run.options.onlyChecks {
      var record = RecordingRecord(path, source: nil)
      record.isStale = true
      run.report.finished(record, &totals)
    }
    if run.options.onlyChecks, try ScanPage(options: run.options, places: places).isStale() {
      totals.stale += 1
    }
    totals.deleted = try prune(plan, pastRun)
    run.report.done(totals, pictures: places.output.bytes)
    return totals.exitStatus(run.options)
  }

  /// Says which pictures would be deleted, if every recording that is there can be drawn.
  private func prune(_ plan: ScanPlan, _ pastRun: PastRun) throws -> Int {
    guard run.options.isDryRun, let output = tools.files.output else { return 0 }
    var listed: Set<RawPath> = []
    for index in 0..<plan.listing.files.count {
      listed.formUnion(tools.files.names(of: plan.listing.files.path(index)))
    }
    let vanished = VanishedRecordings(plan.listing, tools, run.options) {
      pastRun.folderDevice(of: $0)
    }
    return try Pruning(
      options: run.options, report: run.report, hasSeenAll: plan.listing.isWhole,
      vanished: vanished, isListed: { listed.contains($0) }
    ).perform(output)
  }

  private func forecast(_ job: RecordingJob, _ plan: ScanPlan) -> RecordingRecord {
    if job.isOtherwiseUnchanged, let past = plan.past[job.index],
      hasContent(job) || isRefused(job, as: past.problem)
    {
      return past.met(by: .digest)
    }
    var record = RecordingRecord(job.path, source: .decoded)
    record.isStale = true
    record.written = tools.files.count
    switch kept(job, plan) {
    case .success: record.source = .summary
    // A check goes by the manifest, which says something else of it.
    case .failure(let failure) where !run.options.onlyChecks:
      record.source = nil
      record.result = .failure(FileProblem(failure))
      record.isRemembered = true
      record.written = 0
    case .failure, nil: break
    }
    return record
  }

  /// What is kept of a file that has not changed.
  private func kept(
    _ job: RecordingJob, _ plan: ScanPlan
  ) -> Result<DecodedRecording, DecodeFailure>? {
    guard !run.options.redoesAll, let digest = job.trustedDigest else { return nil }
    return tools.recordings.kept(digest, plan.listing.files.identity(job.index).size)
  }

  /// Whether the file has the content that the last run saw: a fresh checkout gives every file a
  /// new time.
  private func hasContent(_ job: RecordingJob) -> Bool {
    guard let digest = job.lastDigest else { return false }
    do {
      return try opened(job)?.contentDigest(job.path, cancel: run.interruption) == digest
    } catch {
      return false
    }
  }

  /// Whether our libraries refuse the file at a glance as they did before; of what is unsupported
  /// there is no digest.
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
