import Glibc

/// Runs tasks that block, on threads made for them.
///
/// Swift's own pool has one thread a processor and expects that no task ever waits in a system
/// call. Tasks that decode wait for workers in `poll`, and tasks that report may wait for a
/// terminal, so they prefer this executor. It also needs nothing of Dispatch, which tries for ever
/// to start a thread where the system has none left (`ulimit -u`, `ulimit -v`).
package final class BlockingExecutor: TaskExecutor {
  private struct State {
    /// Tasks that are ready to run, the oldest first.
    var ready: [UnownedJob] = []
    var threads = 0
    var idle = 0
    var isOver = false
  }

  private let maximum: Int
  private let state = Locked(State())
  private let hasWork = CountingSemaphore()

  /// Creates an executor of at most `maximum` threads: the first starts at once, the others when
  /// there is work for them. With 0, only `performHere` runs its tasks.
  package init(maximum: Int) {
    self.maximum = maximum
    // At once, so that `hasThreads` says before the first task whether there are any.
    if maximum > 0 {
      startOne()
    }
  }

  /// Whether tasks run on threads: not if the system had none left.
  package var hasThreads: Bool { state.withLock { $0.threads > 0 } }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.ready.append(job)
      // A thread that was woken for an earlier task counts as idle until it has taken it, so each
      // task that waits needs an idle thread of its own.
      let hasIdleThread = state.idle >= state.ready.count
      return !hasIdleThread && state.threads > 0 && state.threads < maximum
    }
    hasWork.signal()
    if needsThread {
      // Without another thread, those that run take over the task.
      startOne()
    }
  }

  /// Performs work on the calling thread, which also runs all tasks of this executor until the work
  /// is done.
  package func performHere<Value: Sendable>(
    _ work: @escaping @Sendable @concurrent () async -> Value
  ) -> Value {
    let value = Locked<Value?>(nil)
    // A task without a parent is the only way from plain to asynchronous code; this function
    // outlives it.
    Task(executorPreference: self) {
      let result = await work()
      value.withLock { $0 = result }
    }
    while true {
      if let result = value.withLock({ $0 }) { return result }
      hasWork.wait()
      let job = state.withLock { state -> UnownedJob? in
        if state.ready.isEmpty { return nil }
        return state.ready.removeFirst()
      }
      if let job {
        // The executor outlives the job: it is `self`, which this call holds.
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  /// Ends the threads once they have nothing more to run. No task may prefer this executor any
  /// longer.
  package func end() {
    let threads = state.withLock { state in
      state.isOver = true
      return state.threads
    }
    // A thread takes one signal, finds nothing to do, and ends.
    for _ in 0..<threads {
      hasWork.signal()
    }
  }

  private func startOne() {
    // Counted before it runs, so that two tasks do not start one thread too many.
    state.withLock { $0.threads += 1 }
    let isStarted = startThread { [self] in
      while let job = nextJob() {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
    if !isStarted {
      state.withLock { $0.threads -= 1 }
    }
  }

  /// Waits for a task; returns nil at the end.
  private func nextJob() -> UnownedJob? {
    while true {
      let (job, isOver): (UnownedJob?, Bool) = state.withLock { state in
        if state.ready.isEmpty {
          state.idle += 1
          return (nil, state.isOver)
        }
        return (state.ready.removeFirst(), false)
      }
      if let job { return job }
      if isOver { return nil }
      // Not under the lock: the thread that signals needs it first.
      hasWork.wait()
      state.withLock { $0.idle -= 1 }
    }
  }
}
