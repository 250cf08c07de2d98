import Decoding
import Library
import System

/// The part of a run that decodes and draws.
extension ScanRun {
  /// Performs the jobs of a plan; answers why the run cannot go on, where that is so.
  func work(
    off plan: ScanPlan, _ tools: ScanTools, _ scanRecords: inout ScanRecords,
    _ totals: inout RunTotals, since began: Double
  ) -> RunFailure? {
    let ticker = ProgressTicker(report, tools.meter, since: began)
    defer { totals.elapsedSeconds = ticker.elapsedSeconds }
    guard !plan.jobs.isEmpty else { return nil }
    switch tools.pool.start(cancel: interruption.descriptor) {
    case .success(let layers): report.isolation(layers)
    case .failure(let failure): return failure.endsTheRun
    }
    if options.verbosity == .everyFile, let ffmpeg = tools.ffmpeg { report.say(ffmpeg.note()) }
    begin(ticker, plan, tools)
    defer {
      ticker.end()
      tools.pool.shutDown()
    }
    var failure: RunFailure?
    JobQueue(JobList(plan)).perform(tools) { result in
      switch result {
      case .finished(let job, let record, let seconds):
        totals.secondsDecoded += seconds
        tools.meter.finished(job.index, costing: job.cost, seconds: seconds)
        finish(job, record, plan, &scanRecords, &totals, ticker)
      case .unchanged(let job, let identity, let digest):
        guard var record = plan.known.record(job.index)?.met(by: .digest) else { return true }
        (record.identity, record.digest) = (identity, digest)
        tools.meter.finished(job.index, costing: job.cost, seconds: 0)
        finish(job, record, plan, &scanRecords, &totals, ticker)
      case .ended(let ended):
        failure = ended
        return false
      case .cancelled: return false
      case .parked, .putOff: break
      }
      return true
    }
    return failure
  }

  private func finish(
    _ job: RecordingJob, _ record: RecordingRecord, _ plan: ScanPlan,
    _ scanRecords: inout ScanRecords, _ totals: inout RunTotals, _ ticker: ProgressTicker
  ) {
    var record = record
    if record.problem?.isContentFault ?? false, let past = plan.known.record(job.index),
      past.problem?.isContentFault ?? false, past.digest == record.digest
    {
      record.isKnownFailure = true
    }
    ticker.update { progress in
      progress.filesDone += 1
      if record.status == .failed { progress.filesFailed += 1 }
    }
    report.finished(record, &totals)
    scanRecords.take(record, of: job)
  }

  private func begin(_ ticker: ProgressTicker, _ plan: ScanPlan, _ tools: ScanTools) {
    ticker.update { progress in
      progress.filesFound = plan.listing.files.count
      progress.filesDone = plan.unchanged.files
      progress.isCrawling = false
      progress.workFound = plan.jobs.reduce(0) { $0 + Double($1.seconds) }
    }
    tools.meter.begin(plan.jobs.map(plan.cost), width: tools.width)
    ticker.begin()
  }
}

extension FFmpegDecoding {
  /// The sandbox of ffmpeg, for the notes of `-v`.
  fileprivate func note() -> RunNote {
    let sandbox = sandbox()
    return .ffmpeg(
      program.path.bytes, held: sandbox.layers.names, megabytes: Int(FFmpegSandbox.memory >> 20))
  }
}
