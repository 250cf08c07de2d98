import Decoding
import System

/// How far all jobs of a run are together, with what each worker is at.
final class DecodingMeter: Sendable {
  struct Position {
    /// Of audio, decoded.
    var seconds = 0.0
    /// Of the cost of all jobs.
    var work = 0.0
  }

  private struct State {
    var done = Position()
    /// The jobs in hand by their place among the files of the crawl.
    var inHand: [Int: Position] = [:]
  }

  private let state = Locked(State())

  var position: Position {
    state.withLock { state in
      state.inHand.values.reduce(into: state.done) { sum, job in
        sum.seconds += job.seconds
        sum.work += job.work
      }
    }
  }

  /// Hears how far a job is.
  func note(_ soFar: DecodedSoFar, of job: Int, costing cost: JobCost) {
    let position = Position(seconds: Double(soFar.milliseconds) / 1000, work: cost.done(soFar))
    state.withLock { $0.inHand[job] = position }
  }

  /// Hears that a job is done, of which so much audio was decoded.
  func finished(_ job: Int, costing cost: JobCost, seconds: Double) {
    state.withLock { state in
      state.inHand[job] = nil
      state.done.seconds += seconds
      state.done.work += cost.seconds
    }
  }
}
