import Glibc
import Synchronization
import System

/// Shows how far a run is, ten times a second, from a thread of its own: long decodes show their
/// progress too.
final class ProgressTicker: Sendable {
  private struct State {
    var progress = RunProgress()
    var isOver = false
  }

  private static let microseconds: UInt32 = 100_000

  private let state = Locked(State())
  private let report: Report
  private let meter: DecodingMeter
  private let start: Double

  /// `start` is when the run began, by the monotonic clock.
  init(_ report: Report, _ meter: DecodingMeter, since start: Double = MonotonicClock.seconds) {
    self.report = report
    self.meter = meter
    self.start = start
  }

  var elapsedSeconds: Double { MonotonicClock.seconds - start }

  func begin() {
    startThread { [self] in
      while tick() { usleep(Self.microseconds) }
    }
  }

  func update(_ change: (inout RunProgress) -> Void) {
    state.withLock { change(&$0.progress) }
  }

  /// Ends the ticking: nothing is shown from now on.
  func end() {
    state.withLock { $0.isOver = true }
  }

  private func tick() -> Bool {
    state.withLock { state in
      if state.isOver { return false }
      state.progress.elapsedSeconds = elapsedSeconds
      let position = meter.position
      state.progress.secondsDecoded = position.seconds
      state.progress.secondsLeft = position.secondsLeft
      // A second try at a recording begins anew; the progress that is shown does not go back.
      state.progress.workDone = max(state.progress.workDone, position.work)
      report.progress(state.progress)
      return true
    }
  }
}
