import WavethumbSystem

/// The threads of a run, all of which may block.
///
/// The calling thread runs the parent task, whose children run on the others. Nothing waits for
/// Swift's own pool: Dispatch tries for ever to start a thread where the system has none left, and a
/// run must end there as well.
struct RunThreads: Sendable {
  private let own: BlockingExecutor
  /// As many threads as recordings are decoded at once; the calling one if none can start.
  let decoding: BlockingExecutor
  /// The progress line goes on while the parent waits for a disk or a pipe.
  private let display: BlockingExecutor

  private init(decoders: Int) {
    own = BlockingExecutor(maximum: 0)
    // Without a thread from the system the parent decodes as well: slower than asked, and not never.
    let decoding = BlockingExecutor(maximum: decoders)
    self.decoding = decoding.hasThreads ? decoding : own
    display = BlockingExecutor(maximum: 1)
  }

  /// Performs a run on the calling thread; the others end with it.
  static func with<Value: Sendable>(
    decoders: Int,
    _ run: @escaping @Sendable @concurrent (RunThreads) async throws -> Value
  ) throws -> Value {
    let threads = RunThreads(decoders: decoders)
    defer {
      threads.decoding.end()
      threads.display.end()
    }
    let result: Result<Value, any Error> = threads.own.performHere {
      do {
        return .success(try await run(threads))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
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

  /// Shows the progress while the work is done.
  func showing<Value>(_ meter: ProgressMeter, during work: () async -> Value) async -> Value {
    // Without a thread there is no progress line, and the work is done all the same.
    guard display.hasThreads else { return await work() }
    return await withTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: display) {
        await meter.show()
      }
      let value = await work()
      group.cancelAll()
      return value
    }
  }
}
