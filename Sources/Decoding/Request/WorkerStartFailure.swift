import Glibc

/// The reason why a worker could not be started.
public enum WorkerStartFailure: Error, Sendable, Equatable {
  /// The system refused a new process.
  case notStarted(errno: CInt)
  /// The worker ended before it was ready.
  case ended(status: CInt, signal: CInt)
  /// The worker was not ready in time.
  case silent
  /// `--isolation require` needs a layer that the system does not allow.
  case layer(SandboxReport.Missing)
  /// The program has not called `WorkerProcess.runIfAsked()`: a worker would run the program itself.
  case notPrepared
  /// The caller cancelled the start.
  case cancelled
}
