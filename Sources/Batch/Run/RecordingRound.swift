import Decoding
import System

/// The part of a run that decodes and draws.
struct RecordingRound {
  let run: ScanRun
  let tools: ScanTools
  let pastRun: PastRun
  /// When the run began, by `MonotonicClock`.
  let began: Double

  /// Performs the jobs of a plan; answers why the run cannot go on, where that is so.
  func perform(
    _ plan: ScanPlan, _ record: inout ScanRecord, _ totals: inout ScanTotals
  ) async -> RunFailure? {
    let ticker = ProgressTicker(run.report, tools.meter, since: began)
    defer { totals.counts.elapsedSeconds = ticker.elapsedSeconds }
    guard !plan.jobs.isEmpty else { return nil }
    switch tools.pool.start(cancel: run.interruption.descriptor) {
    case .success(let layers): run.report.isolation(layers)
    case .failure(let failure): return failure.endsTheRun
    }
    if run.options.verbosity == .everyFile, let ffmpeg = tools.ffmpeg {
      run.report.say(ffmpeg.note())
    }
    let threads = JobThreads(count: tools.width)
    let hasThreads = threads.start()
    begin(ticker, plan)
    defer {
      ticker.end()
      threads.close()
      tools.pool.shutDown()
    }
    var failure: RunFailure?
    // Twice as many as there are threads, so that no thread waits until an outcome has been handled.
    let round = JobRound(
      tools: tools, threads: hasThreads ? threads : nil, width: 2 * tools.width)
    await round.perform(plan.jobs) { result in
      switch result {
      case .finished(var finished):
        if case .asBefore = finished.entry, let past = plan.past[finished.index] {
          finished.outcome = past.outcome(
            RawPath(bytes: finished.outcome.path), source: .digest, problem: pastRun.problem(past))
        }
        let bytes = Int(clamping: plan.listing.files.identity(finished.index).size)
        ticker.update { progress in
          progress.filesDone += 1
          progress.bytesDone += bytes
          if finished.outcome.status == .failed { progress.filesFailed += 1 }
        }
        totals.counts.secondsDecoded += finished.secondsDecoded
        totals.take(finished.outcome, run.report)
        record.take(finished)
        return true
      case .ended(let ended):
        failure = ended
        return false
      case .cancelled: return false
      case .parked: return true
      }
    }
    return failure
  }

  private func begin(_ ticker: ProgressTicker, _ plan: ScanPlan) {
    ticker.update { progress in
      progress.filesFound = plan.listing.files.count
      progress.filesDone = plan.unchanged.count
      progress.isCrawling = false
      progress.bytesFound = plan.jobs.reduce(0) { sum, job in
        sum &+ Int(clamping: plan.listing.files.identity(job.index).size)
      }
    }
    ticker.begin()
  }
}
