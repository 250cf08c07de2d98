import System

/// Performs what is asynchronous on the calling thread, which waits until it is done.
///
/// An asynchronous `main` would hand the main thread to the task system, which leaves it asleep with every signal let
/// in: one that asks to stop would end the process at once, in the middle of a file.
public func performed(
  _ work: @escaping @Sendable () async -> ExitStatus
) -> ExitStatus {
  let thread = JobThreads(count: 1)
  let status = Guarded<ExitStatus?>(nil)
  Task.detached(executorPreference: thread) {
    let ending = await work()
    status.withLock { $0 = ending }
    thread.close()
  }
  thread.serve()
  return status.withLock { $0 } ?? .couldNotRun
}
