import Decoding
import Glibc
import System

/// Counts the progress of a run, including unfinished recordings, and shows it ten times a second.
final class ProgressMeter: Sendable {
  private struct State {
    var progress = RunProgress()
    var remaining = RemainingTime([], width: 1)
    /// The seconds of audio and the work of all completed jobs.
    var seconds = 0.0
    var work = 0.0
    /// The seconds of audio and the work of each running job, by its place in the crawl.
    var inHand: [Int: (seconds: Double, work: Double)] = [:]
    var recent = RecentSpeed()
  }

  private static let tick = Duration.milliseconds(100)

  private let report: Report
  private let pool: WorkerPool
  private let start: Double
  private let state = Locked(State())

  /// `start` is when the run began, by the monotonic clock.
  init(_ report: Report, _ pool: WorkerPool, since start: Double = MonotonicClock.seconds) {
    (self.report, self.pool, self.start) = (report, pool, start)
  }

  var elapsedSeconds: Double { MonotonicClock.seconds - start }

  /// Begins to count jobs, which `width` threads take in this order.
  func begin(_ order: [JobCost], width: Int, _ change: (inout RunProgress) -> Void) {
    state.withLock { state in
      state.remaining = RemainingTime(order, width: width)
      state.progress.workFound = order.reduce(0) { $0 + $1.seconds }
      state.progress.isCrawling = false
      change(&state.progress)
    }
  }

  /// Shows the progress until the task is cancelled, as that of an `async let` is at the end of
  /// its scope.
  func show() async {
    while !Task.isCancelled {
      showOnce()
      try? await Task.sleep(for: Self.tick)
    }
  }

  /// Notes that a thread takes jobs; the number of the first identifies them.
  func took(_ batch: Int, costing costs: [JobCost]) {
    state.withLock { $0.remaining.begin(batch, costs, at: MonotonicClock.seconds) }
  }

  func note(_ soFar: DecodedSoFar, of job: Int, costing cost: JobCost) {
    let (share, now) = (cost.share(soFar), MonotonicClock.seconds)
    state.withLock { state in
      state.inHand[job] = (Double(soFar.milliseconds) / 1000, cost.seconds * share)
      state.remaining.reach(share, of: job, at: now)
      state.remaining.read(soFar.bytesRead, of: job, at: now)
    }
  }

  func noteRead(_ bytes: Int, of job: Int) {
    state.withLock { $0.remaining.read(bytes, of: job, at: MonotonicClock.seconds) }
  }

  /// Notes that a thread is done with its jobs, some of which have to be tried again.
  func returned(_ batch: Int, again: [(job: Int, seconds: Double)]) {
    let now = MonotonicClock.seconds
    state.withLock { state in
      for (job, seconds) in again {
        state.remaining.putBack(job, of: batch, seconds: seconds, at: now)
      }
      state.remaining.end(batch, at: now)
    }
  }

  /// Notes that a job is done, and how many seconds of audio were decoded for it.
  func finished(_ job: Int, costing cost: JobCost, seconds: Double, isFailed: Bool) {
    state.withLock { state in
      state.inHand[job] = nil
      state.seconds += seconds
      state.work += cost.seconds
      state.progress.filesDone += 1
      if isFailed { state.progress.filesFailed += 1 }
    }
  }

  private func showOnce() {
    let busy = pool.busySeconds
    let now = MonotonicClock.seconds
    state.withLock { state in
      if let busy { state.remaining.note(busy: busy, at: now) }
      state.progress.elapsedSeconds = now - start
      state.progress.secondsLeft = state.remaining.secondsLeft(at: now)
      state.progress.secondsDecoded = state.inHand.values.reduce(state.seconds) { $0 + $1.seconds }
      // A second try begins again; the bar does not go back.
      let work = state.inHand.values.reduce(state.work) { $0 + $1.work }
      state.progress.workDone = max(state.progress.workDone, work)
      state.progress.picturesPerSecond = state.recent.picturesPerSecond(state.progress)
      report.progress(state.progress)
    }
  }
}

/// The speed of a run that draws more than it decodes, over the last seconds.
struct RecentSpeed: Sendable {
  private static let seconds = 5.0
  private static let leastSeconds = 1.0

  private var moments: [(time: Double, decoded: Double, drawn: Int)] = []

  /// Pictures per second, or nil if decoding is at least as fast as listening.
  mutating func picturesPerSecond(_ progress: RunProgress) -> Double? {
    let now = progress.elapsedSeconds
    let drawn = progress.filesDone - progress.filesFailed
    moments.append((now, progress.secondsDecoded, drawn))
    moments.removeAll { $0.time < now - Self.seconds }
    guard let first = moments.first, now - first.time >= Self.leastSeconds, drawn > first.drawn,
      progress.secondsDecoded - first.decoded < now - first.time
    else { return nil }
    return Double(drawn - first.drawn) / (now - first.time)
  }
}
