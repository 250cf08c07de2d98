import Decoding
import System

/// The progress of all jobs of a run together, those in hand included.
final class DecodingMeter: Sendable {
  struct Position {
    /// Of audio, decoded.
    var seconds = 0.0
    /// Of the cost of all jobs.
    var work = 0.0
    /// Until all jobs are done, where that can be told.
    var secondsLeft: Double?
  }

  private struct State {
    var seconds = 0.0
    var work = 0.0
    /// The jobs in hand by their place among the files of the crawl.
    var inHand: [Int: (seconds: Double, work: Double)] = [:]
    var remaining = RemainingTime([], width: 1)
  }

  private let pool: WorkerPool
  private let state = Locked(State())

  init(_ pool: WorkerPool) {
    self.pool = pool
  }

  /// Starts to tell the time left of jobs that so many threads take in this order.
  func begin(_ order: [JobCost], width: Int) {
    state.withLock { $0.remaining = RemainingTime(order, width: width) }
  }

  var position: Position {
    let busy = pool.busySeconds
    return state.withLock { state in
      if let busy { state.remaining.note(busy: busy, at: MonotonicClock.seconds) }
      let hand = state.inHand.values.reduce((0, 0)) { ($0.0 + $1.seconds, $0.1 + $1.work) }
      return Position(
        seconds: state.seconds + hand.0, work: state.work + hand.1,
        secondsLeft: state.remaining.secondsLeft(at: MonotonicClock.seconds))
    }
  }

  /// Notes that a thread takes jobs, which go by the number of the first.
  func took(_ turn: Int, costing costs: [JobCost]) {
    state.withLock { $0.remaining.begin(turn, costs, at: MonotonicClock.seconds) }
  }

  /// Notes how far a job is, and what is left of its parts where it is divided.
  func note(
    _ soFar: DecodedSoFar, of job: Int, costing cost: JobCost, left parts: PartsLeft? = nil
  ) {
    let share = cost.share(soFar)
    state.withLock { state in
      state.inHand[job] = (Double(soFar.milliseconds) / 1000, cost.seconds * share)
      let now = MonotonicClock.seconds
      state.remaining.reach(share, of: job, left: parts, at: now)
      state.remaining.read(soFar.bytesRead, of: job, at: now)
    }
  }

  /// Notes how much of a job was read to know its content.
  func noteRead(_ bytes: Int, of job: Int) {
    state.withLock { $0.remaining.read(bytes, of: job, at: MonotonicClock.seconds) }
  }

  /// Notes that a thread is done with what it took; some of it is to be done again.
  func returned(_ turn: Int, again: [(job: Int, seconds: Double)]) {
    state.withLock { state in
      let now = MonotonicClock.seconds
      for (job, seconds) in again {
        state.remaining.putBack(job, of: turn, seconds: seconds, at: now)
      }
      state.remaining.end(turn, at: now)
    }
  }

  /// Notes that a job is done, of which so much audio was decoded.
  func finished(_ job: Int, costing cost: JobCost, seconds: Double) {
    state.withLock { state in
      state.inHand[job] = nil
      state.seconds += seconds
      state.work += cost.seconds
    }
  }
}
