import Glibc
import System

/// The workers of a pool: the idle ones, those at work, and those that end.
final class WorkerSet: Sendable {
  private struct State {
    var idle: [Worker] = []
    var atWork: Set<pid_t> = []
    /// Told to end and not collected yet.
    var leaving: [pid_t] = []
    var failedStarts = 0
    var isShut = false

    mutating func takeIdle() -> Worker? {
      let worker = idle.popLast()
      if let worker { atWork.insert(worker.process) }
      return worker
    }
  }

  // A fresh process frees the memory that decoders leak or fragment, and nothing that a hostile
  // recording may have done to it lasts. It costs 5 ms of processor time, so that 500 recordings
  // for each make a scan of 5,000 files of 43 KB 1.0 % dearer than no end does, and one of clips
  // that take 10 ms each 0.1 %; 250 would be the 2 % that are too much.
  private static let mostRecordings = 500
  private static let mostResident: Int64 = 40 << 20
  static let mostFailedStarts = 3

  private let trial: SandboxTrial
  private let size: Int
  private let state = Locked(State())

  /// A set of at most `size` idle workers, all in the sandbox that the trial finds.
  init(_ trial: SandboxTrial, size: Int) {
    self.trial = trial
    self.size = size
  }

  /// The idle workers.
  var idle: [Worker] { state.withLock { $0.idle } }

  /// The processes of all workers that were not told to end.
  var processes: [pid_t] { state.withLock { $0.idle.map(\.process) + $0.atWork } }

  /// Finds out which layers of the sandbox hold, and keeps the worker of the trial.
  func start(cancel: CInt?) -> Result<SandboxReport, DecodeFailure> {
    let (verdict, first) = trial.verdict(cancel: cancel)
    if let first {
      let isLate = state.withLock { state in
        if !state.isShut { state.idle.append(first) }
        return state.isShut
      }
      if isLate { first.channel.close() }
    }
    return verdict.map(\.report).mapError(DecodeFailure.init(start:))
  }

  /// Takes an idle worker, or starts one.
  func take(cancel: CInt?) -> Result<Worker, DecodeFailure> {
    if case .failure(let failure) = start(cancel: cancel) { return .failure(failure) }
    if let worker = state.withLock({ $0.takeIdle() }) { return .success(worker) }
    while true {
      switch trial.startAnother(cancel: cancel) {
      case .success(let worker):
        state.withLock { state in
          state.failedStarts = 0
          state.atWork.insert(worker.process)
        }
        return .success(worker)
      case .failure(.cancelled):
        return .failure(.cancelled)
      case .failure(let failure):
        let failures = state.withLock { state in
          state.failedStarts += 1
          return state.failedStarts
        }
        if failures >= Self.mostFailedStarts { return .failure(.noWorker(failure)) }
      }
    }
  }

  /// Keeps a worker after so many recordings, unless it has become old or large.
  func giveBack(_ worker: Worker, resident: Int64, recordings: Int = 1) {
    var worker = worker
    worker.recordings += recordings
    worker.resident = resident
    let isWorn = worker.recordings >= Self.mostRecordings || resident > Self.mostResident
    let isKept = state.withLock { state in
      state.leaving.removeAll { WorkerSystem.reap($0) != .running }
      state.atWork.remove(worker.process)
      let isKept = !isWorn && state.idle.count < size
      if isKept {
        state.idle.append(worker)
      } else {
        state.leaving.append(worker.process)
      }
      return isKept
    }
    if !isKept { worker.channel.close() }
  }

  /// Ends a worker whose channel is closed, and returns how it ended.
  func dispose(_ process: pid_t, kill: Bool) -> WorkerSystem.End {
    state.withLock { _ = $0.atWork.remove(process) }
    let end = kill ? WorkerEnding.kill(process) : WorkerEnding.collect(process)
    if end == .running { state.withLock { $0.leaving.append(process) } }
    return end
  }

  /// Ends all idle workers.
  func shutDown() {
    let (workers, leaving) = state.withLock { state in
      state.isShut = true
      defer { (state.idle, state.leaving) = ([], []) }
      return (state.idle, state.leaving)
    }
    for worker in workers { worker.channel.close() }
    for process in workers.map(\.process) + leaving { _ = WorkerEnding.collect(process) }
  }
}
