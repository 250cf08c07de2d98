import System

/// The threads of a run whose tasks block.
struct RunThreads: Sendable {
  /// The run's own threads, one for its parent task and one for the progress line, which goes on
  /// while the parent waits for a disk or a pipe. Neither ever waits for a decoder.
  private let own: BlockingExecutor
  /// As many threads as recordings are decoded at once.
  let decoding: BlockingExecutor

  private init(decoders: Int) {
    own = BlockingExecutor(maximum: 2)
    let decoding = BlockingExecutor(maximum: decoders)
    self.decoding = decoding.hasThreads ? decoding : own
  }

  /// Whether the run has a thread of its own. Without one (`ulimit -u`), all work is done on the
  /// calling thread, and nothing may sleep or use Swift's own pool, which would wait for a thread
  /// for ever.
  var areStarted: Bool { own.hasThreads }

  /// Performs a run on a thread of its own; all threads end with it.
  static func with<Value: Sendable>(
    decoders: Int, _ run: @escaping @Sendable @concurrent (RunThreads) async throws -> Value
  ) async throws -> Value {
    let threads = RunThreads(decoders: decoders)
    defer {
      threads.own.end()
      threads.decoding.end()
    }
    guard threads.areStarted else {
      let result: Result<Value, any Error> = threads.own.performHere {
        do {
          return .success(try await run(threads))
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }
    return try await withTaskExecutorPreference(threads.own) {
      try await run(threads)
    }
  }

  /// Performs blocking work on one of the decoding threads, so that the caller can do something
  /// else meanwhile.
  func perform<Value: Sendable, Failure: Error>(
    _ work: @Sendable @concurrent () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await withTaskExecutorPreference(decoding) { () async throws(Failure) -> Value in
      try await work()
    }
  }
}
