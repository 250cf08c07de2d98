import Decoding
import WavethumbSystem

/// Counts the progress of a run, including unfinished recordings, and shows it ten times a second.
// With a lock and not by messages to the parent: decoders report many times a second, and the parent may
// be waiting for a disk.
final class ProgressMeter: Sendable {
  private struct State {
    var progress = RunProgress()
    var remaining = RemainingTime()
    /// The seconds of audio and the work of all completed jobs.
    var seconds = 0.0
    var work = 0.0
    /// The seconds of audio and the work of each running job, by its index in the crawl.
    var running: [Int: (seconds: Double, work: Double)] = [:]
    var recent = RecentSpeed()
  }

  // Ten times a second looks steady; more often would only cost processor time.
  private static let tickSeconds = 0.1

  private let report: Report
  private let start: Double
  private let state = Locked(State())

  /// `start` is when the run began, by the monotonic clock.
  init(_ report: Report, since start: Double = MonotonicClock.seconds) {
    self.report = report
    self.start = start
  }

  var elapsedSeconds: Double { MonotonicClock.seconds - start }

  /// Begins to count work; `change` sets the counts of files that are already known.
  func begin(work: Double, _ change: (inout RunProgress) -> Void) {
    state.withLock { state in
      state.progress.workFound = work
      state.progress.isCrawling = false
      change(&state.progress)
    }
  }

  /// Shows the progress until the task is cancelled.
  ///
  /// It blocks its thread between two lines: `Task.sleep` needs threads of Dispatch.
  func show() async {
    let isOver = CountingSemaphore()
    await withTaskCancellationHandler {
      repeat {
        showOnce()
      } while !isOver.wait(atMost: Self.tickSeconds)
    } onCancel: {
      isOver.signal()
    }
  }

  /// Records how much of a running job is done.
  func update(_ soFar: DecodedSoFar, of job: Int, costing cost: JobCost) {
    let work = cost.seconds * cost.share(soFar)
    let seconds = Double(soFar.milliseconds) / 1000
    state.withLock { state in state.running[job] = (seconds, work) }
  }

  /// Records that a job is done, and how many seconds of audio were decoded for it.
  func finished(_ job: Int, costing cost: JobCost, seconds: Double, isFailed: Bool) {
    state.withLock { state in
      state.running[job] = nil
      state.seconds += seconds
      state.work += cost.seconds
      state.progress.filesDone += 1
      if isFailed {
        state.progress.filesFailed += 1
      }
    }
  }

  private func showOnce() {
    let now = MonotonicClock.seconds
    state.withLock { state in
      state.progress.elapsedSeconds = now - start
      var seconds = state.seconds
      var work = state.work
      for job in state.running.values {
        seconds += job.seconds
        work += job.work
      }
      state.progress.secondsDecoded = seconds
      // A second try begins again; the bar does not go back.
      state.progress.workDone = max(state.progress.workDone, work)
      state.remaining.record(work: state.progress.workDone, at: now)
      state.progress.secondsLeft = state.remaining.secondsLeft(
        of: state.progress.workFound,
        at: now
      )
      state.progress.picturesPerSecond = state.recent.picturesPerSecond(state.progress)
      report.progress(state.progress)
    }
  }
}

/// The speed of a run that draws more than it decodes, over the last seconds.
struct RecentSpeed: Sendable {
  // Over less than a second a number jumps about, over more than five it lags behind.
  private static let seconds = 5.0
  private static let minimumSeconds = 1.0

  private var moments: [(time: Double, decoded: Double, drawn: Int)] = []

  /// Pictures per second, or nil if decoding is at least as fast as listening.
  mutating func picturesPerSecond(_ progress: RunProgress) -> Double? {
    let now = progress.elapsedSeconds
    let drawn = progress.filesDone - progress.filesFailed
    moments.append((now, progress.secondsDecoded, drawn))
    moments.removeAll { moment in moment.time < now - Self.seconds }
    guard let first = moments.first else { return nil }
    let passed = now - first.time
    let decoded = progress.secondsDecoded - first.decoded
    guard passed >= Self.minimumSeconds, drawn > first.drawn, decoded < passed else { return nil }
    return Double(drawn - first.drawn) / passed
  }
}
