import Decoding
import Library
import System

/// The part of a run that decodes and draws.
extension ScanRun {
  /// Performs the jobs of a plan; returns why the run cannot continue, or nil.
  func work(
    off plan: ScanPlan, _ tools: ScanTools, _ records: inout RunRecords, _ totals: inout RunTotals
  ) -> RunFailure? {
    let meter = tools.meter
    defer { totals.elapsedSeconds = meter.elapsedSeconds }
    guard !plan.jobs.isEmpty else { return nil }
    switch tools.reader.pool.start(cancel: interruption.descriptor) {
    case .success(let layers): report.isolation(layers)
    case .failure(let failure): return failure.endsTheRun
    }
    if options.verbosity == .everyFile, let ffmpeg = tools.reader.ffmpeg {
      report.say(ffmpeg.note())
    }
    meter.begin(plan.jobs.map(plan.cost), width: tools.reader.width) { progress in
      progress.filesFound = plan.listing.files.count
      progress.filesDone = plan.unchanged.files
    }
    defer {
      meter.end()
      tools.reader.pool.shutDown()
    }
    var failure: RunFailure?
    JobQueue(plan.jobs, batch: tools.batch).perform(plan, tools) { result in
      switch result {
      case .finished(let job, let result): finish(job, result, plan, &records, &totals, meter)
      case .stopped(let ended):
        failure = ended
        return false
      case .parked, .putOff: break
      }
      return true
    }
    return failure
  }

  private func finish(
    _ job: RecordingJob, _ result: RecordingResult, _ plan: ScanPlan,
    _ records: inout RunRecords, _ totals: inout RunTotals, _ meter: ProgressMeter
  ) {
    var result = result
    if result.problem?.isContentFault ?? false, let place = plan.place(job.index),
      plan.previous.problem(place)?.isContentFault ?? false,
      plan.record(job.index)?.digest == result.entry.digest
    {
      result.isKnownFailure = true
    }
    totals.secondsDecoded += result.secondsDecoded
    meter.finished(
      job.index, costing: plan.cost(job), seconds: result.secondsDecoded,
      isFailed: result.status == .failed)
    report.finished(result, &totals)
    records.take(result, of: job)
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
