import Glibc
import WavethumbSystem

/// The workers of a pool: idle, working and ending ones.
final class WorkerSet: Sendable {
  private struct State {
    var idle: [Worker] = []
    var atWork: Set<pid_t> = []
    /// Processes that were asked to end, but are not reaped yet.
    var terminating: [pid_t] = []
    var isShut = false

    mutating func popIdle() -> Worker? {
      let worker = idle.popLast()
      if let worker {
        atWork.insert(worker.process)
      }
      return worker
    }
  }

  // A new process frees the memory that decoders leak or fragment, and ends any effect of a hostile
  // recording: one that controls a worker can falsify what that worker reports about later ones, so
  // these have to be few. A process costs 5 ms of processor time. With 500 recordings each, a scan of
  // 5,000 files of 43 KB takes 1.0 % longer, and with 250 it would be 2 %, which is too much. Larger
  // ones take longer to decode, so each counts as five: 100 clips that take 10 ms each make it
  // 0.5 %. It is the size of the file that counts, because a worker could claim anything else.
  private static let maximumShares = 500
  private static let sharesOfLarge = 5
  private static let maximumBytesOfSmall = 64 << 10
  // Of the memory that a worker may use, one that keeps so much has too little left for the next
  // recording. Untuned.
  private static let maximumResident: Int64 = 40 << 20

  private let trial: SandboxTrial
  private let size: Int
  private let state = Locked(State())

  /// Creates a set of at most `size` idle workers, all in the sandbox of the trial.
  init(_ trial: SandboxTrial, size: Int) {
    self.trial = trial
    self.size = size
  }

  var idle: [Worker] { state.withLock { $0.idle } }

  /// The processes of all workers that were not asked to end.
  var processes: [pid_t] { state.withLock { $0.idle.map(\.process) + $0.atWork } }

  /// Determines the layers of the sandbox, and keeps the worker of the trial.
  func start(cancel: CInt?) throws(WorkerStartFailure) -> SandboxReport {
    let (report, first) = try trial.report(cancel: cancel)
    if let first {
      let isLate = state.withLock { state in
        if !state.isShut {
          state.idle.append(first)
        }
        return state.isShut
      }
      if isLate {
        first.channel.close()
      }
    }
    return report
  }

  func acquire(cancel: CInt?) throws(WorkerStartFailure) -> Worker {
    let layers = try start(cancel: cancel).active
    if let worker = state.withLock({ $0.popIdle() }) { return worker }
    let worker = try trial.start(layers, cancel: cancel)
    state.withLock { _ = $0.atWork.insert(worker.process) }
    return worker
  }

  /// Returns a worker that has decoded these recordings to the set, or ends it if it is old or large.
  func release(_ worker: Worker, resident: Int64, after descriptors: [CInt]) {
    var worker = worker
    worker.recordings += descriptors.count
    worker.shares += descriptors.reduce(0) { $0 + Self.shares(of: $1) }
    worker.resident = resident
    let isExhausted = worker.shares >= Self.maximumShares || resident > Self.maximumResident
    let isKept = state.withLock { state in
      // Nothing waits for workers that were asked to end: they are reaped when one is given back.
      state.terminating.removeAll { WorkerSystem.reap($0) != .running }
      state.atWork.remove(worker.process)
      let isKept = !isExhausted && state.idle.count < size
      if isKept {
        state.idle.append(worker)
      } else {
        state.terminating.append(worker.process)
      }
      return isKept
    }
    if !isKept {
      worker.channel.close()
    }
  }

  /// Returns how much of a worker's life a recording takes; a pipe of ffmpeg as much as a large one.
  private static func shares(of descriptor: CInt) -> Int {
    guard let size = DescriptorSystem.size(of: descriptor), 1...maximumBytesOfSmall ~= size else {
      return sharesOfLarge
    }
    return 1
  }

  /// Ends a worker whose channel is closed, and returns its exit status.
  func dispose(_ process: pid_t, kill: Bool) -> WorkerSystem.End {
    state.withLock { _ = $0.atWork.remove(process) }
    let end: WorkerSystem.End
    if kill {
      end = WorkerEnding.kill(process)
    } else {
      end = WorkerEnding.collect(process)
    }
    if end == .running {
      state.withLock { $0.terminating.append(process) }
    }
    return end
  }

  func shutDown() {
    let (workers, terminating) = state.withLock { state in
      state.isShut = true
      defer {
        state.idle = []
        state.terminating = []
      }
      return (state.idle, state.terminating)
    }
    for worker in workers {
      worker.channel.close()
    }
    for process in workers.map(\.process) + terminating {
      _ = WorkerEnding.collect(process)
    }
  }
}
