import Glibc

/// Runs tasks that block, on threads made for them.
///
/// Swift's own pool has one thread a processor and expects that no task ever waits in a system
/// call. Tasks that decode wait for workers in `poll`, and tasks that report may wait for a
/// terminal, so they prefer this executor and leave the pool free.
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

  /// Creates an executor of at most `maximum` threads, which start when there is work for them.
  ///
  /// Returns nil if the system has no thread left for the first one, which starts at once: a task
  /// that no thread can take would wait for ever.
  package init?(maximum: Int) {
    self.maximum = max(1, maximum)
    guard startOne() else { return nil }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.ready.append(job)
      let hasIdleThread = state.idle >= state.ready.count
      return !hasIdleThread && state.threads < maximum
    }
    hasWork.signal()
    if needsThread {
      // Without another thread, those that run take over the task.
      _ = startOne()
    }
  }

  /// Ends the threads once they have nothing more to run. No task may prefer this executor any
  /// longer.
  package func end() {
    let threads = state.withLock { state in
      state.isOver = true
      return state.threads
    }
    for _ in 0..<threads {
      hasWork.signal()
    }
  }

  private func startOne() -> Bool {
    state.withLock { $0.threads += 1 }
    let isStarted = startThread { [self] in
      while let job = nextJob() {
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
    if !isStarted {
      state.withLock { $0.threads -= 1 }
    }
    return isStarted
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
      hasWork.wait()
      state.withLock { $0.idle -= 1 }
    }
  }
}
