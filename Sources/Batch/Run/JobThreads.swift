import Glibc
import System

/// Threads of our own on which the jobs of a run may block.
///
/// The default task pool is as wide as the machine has cores, whatever `--jobs` says, and a job
/// waits for its worker process most of the time.
final class JobThreads: TaskExecutor {
  private struct Waiting {
    var jobs: [UnownedJob] = []
    var next = 0
    var closed = false
  }

  private let waiting = Guarded(Waiting())
  private let bell = Bell()
  private let count: Int

  init(count: Int) {
    self.count = count
  }

  /// Starts the threads, which end after `close`; says whether the system had one to give.
  func start() -> Bool {
    let started = (0..<count).count { _ in startThread { [self] in serve() } }
    return started > 0
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    waiting.withLock { $0.jobs.append(unowned) }
    bell.ring()
  }

  /// Ends the threads once nothing waits.
  func close() {
    waiting.withLock { $0.closed = true }
    bell.ringAll(count)
  }

  /// Runs jobs on the calling thread until `close`.
  func serve() {
    while true {
      bell.wait()
      let (job, closed) = waiting.withLock { state -> (UnownedJob?, Bool) in
        guard state.next < state.jobs.count else { return (nil, state.closed) }
        let job = state.jobs[state.next]
        state.next += 1
        if state.next == state.jobs.count {
          state.jobs.removeAll(keepingCapacity: true)
          state.next = 0
        }
        return (job, false)
      }
      if let job {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      } else if closed {
        return
      }
    }
  }
}
