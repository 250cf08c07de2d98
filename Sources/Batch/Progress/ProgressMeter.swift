import Decoding
import Glibc
import System

/// Counts the progress of a run, including unfinished recordings, and shows it ten times a second
/// from a thread of its own.
final class ProgressMeter: Sendable {
  private struct State {
    var progress = RunProgress()
    var remaining = RemainingTime()
    /// The seconds of audio and the work of all completed jobs.
    var seconds = 0.0
    var work = 0.0
    /// The seconds of audio and the work of each running job, by its place in the crawl.
    var inHand: [Int: (seconds: Double, work: Double)] = [:]
    var recent = RecentSpeed()
    var isOver = false
  }

  private static let tickMicroseconds: UInt32 = 100_000

  private let report: Report
  private let start: Double
  private let state = Locked(State())

  /// `start` is when the run began, by the monotonic clock.
  init(_ report: Report, since start: Double = MonotonicClock.seconds) {
    self.report = report
    self.start = start
  }

  var elapsedSeconds: Double { MonotonicClock.seconds - start }

  /// Starts to show the progress of jobs.
  func begin(_ costs: [JobCost], _ change: (inout RunProgress) -> Void) {
    state.withLock { state in
      state.progress.workFound = costs.reduce(0) { $0 + $1.seconds }
      state.progress.isCrawling = false
      change(&state.progress)
    }
    startThread { [self] in
      while tick() { usleep(Self.tickMicroseconds) }
    }
  }

  func end() { state.withLock { $0.isOver = true } }

  /// Notes how much of an unfinished job is done.
  func note(_ soFar: DecodedSoFar, of job: Int, costing cost: JobCost) {
    let work = cost.seconds * cost.share(soFar)
    state.withLock { $0.inHand[job] = (Double(soFar.milliseconds) / 1000, work) }
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

  private func tick() -> Bool {
    let now = MonotonicClock.seconds
    return state.withLock { state in
      if state.isOver { return false }
      state.progress.elapsedSeconds = now - start
      state.progress.secondsDecoded = state.inHand.values.reduce(state.seconds) { $0 + $1.seconds }
      // A second try begins again; the bar does not go back.
      let work = state.inHand.values.reduce(state.work) { $0 + $1.work }
      state.progress.workDone = max(state.progress.workDone, work)
      state.progress.secondsLeft = state.remaining.secondsLeft(
        done: state.progress.workDone, of: state.progress.workFound, at: now)
      state.progress.picturesPerSecond = state.recent.picturesPerSecond(state.progress)
      report.progress(state.progress)
      return true
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
