import Decoding
import Library
import System

/// The part of a run that decodes and draws.
extension ScanRun {
  /// Performs the jobs of a plan; answers why the run cannot go on, where that is so.
  func work(
    off plan: ScanPlan, _ tools: ScanTools, _ scanRecords: inout ScanRecords,
    _ totals: inout RunTotals
  ) -> RunFailure? {
    let meter = tools.meter
    defer { totals.elapsedSeconds = meter.elapsedSeconds }
    guard !plan.jobs.isEmpty else { return nil }
    switch tools.pool.start(cancel: interruption.descriptor) {
    case .success(let layers): report.isolation(layers)
    case .failure(let failure): return failure.endsTheRun
    }
    if options.verbosity == .everyFile, let ffmpeg = tools.ffmpeg { report.say(ffmpeg.note()) }
    meter.begin(plan.jobs.map(plan.cost), width: tools.width) { progress in
      progress.filesFound = plan.listing.files.count
      progress.filesDone = plan.unchanged.files
    }
    defer {
      meter.end()
      tools.pool.shutDown()
    }
    var failure: RunFailure?
    JobQueue(JobList(plan)).perform(tools) { result in
      switch result {
      case .finished(let job, let record, let seconds):
        totals.secondsDecoded += seconds
        finish(job, record, seconds, plan, &scanRecords, &totals, meter)
      case .unchanged(let job, let identity, let digest):
        guard var record = plan.known.record(job.index)?.met(by: .digest) else { return true }
        (record.identity, record.digest) = (identity, digest)
        finish(job, record, 0, plan, &scanRecords, &totals, meter)
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
    _ job: RecordingJob, _ record: RecordingRecord, _ secondsDecoded: Double, _ plan: ScanPlan,
    _ scanRecords: inout ScanRecords, _ totals: inout RunTotals, _ meter: ProgressMeter
  ) {
    var record = record
    if record.problem?.isContentFault ?? false, let past = plan.known.record(job.index),
      past.problem?.isContentFault ?? false, past.digest == record.digest
    {
      record.isKnownFailure = true
    }
    meter.finished(
      job.index, costing: job.cost, seconds: secondsDecoded, isFailed: record.status == .failed)
    report.finished(record, &totals)
    scanRecords.take(record, of: job)
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
