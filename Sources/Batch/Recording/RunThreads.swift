import System

/// The threads of a run whose tasks block.
struct RunThreads: Sendable {
  /// The run's own thread, for its parent task and the progress line: both may wait for a terminal
  /// or a pipe, and neither must ever wait for a decoder.
  private let own: BlockingExecutor
  /// As many threads as recordings are decoded at once.
  let decoding: BlockingExecutor

  private init(decoders: Int) throws(RunFailure) {
    guard let own = BlockingExecutor(maximum: 1) else { throw .noThread }
    guard let decoding = BlockingExecutor(maximum: decoders) else {
      own.end()
      throw .noThread
    }
    self.own = own
    self.decoding = decoding
  }

  /// Performs a run on its own thread; all threads end with it.
  static func with<Value: Sendable>(
    decoders: Int, _ run: @Sendable @concurrent (RunThreads) async throws -> Value
  ) async throws -> Value {
    let threads = try RunThreads(decoders: decoders)
    defer {
      threads.own.end()
      threads.decoding.end()
    }
    return try await withTaskExecutorPreference(threads.own) {
      try await run(threads)
    }
  }

  /// Performs blocking work on one of the decoding threads, so that the caller can do something
  /// else meanwhile.
  func perform<Value: Sendable>(
    _ work: @Sendable @concurrent () async throws -> Value
  ) async throws -> Value {
    try await withTaskExecutorPreference(decoding) {
      try await work()
    }
  }
}
