import Glibc
import Testing
import WavethumbSystem

@testable import Decoding

/// Sends several requests to one worker, which may die at one of them.
@Suite struct WorkerBatchTests {
  /// A question about one of the built-in tones: to decode it, unless it is another one.
  private struct Question {
    var question = DecodeQuestion.whole(DecodeRequest())
    let tone: Int

    /// Makes the worker attempt a probe.
    static func attempt(_ probe: Probe) -> Question {
      Question(question: probe.question, tone: 0)
    }
  }

  @Test(arguments: [Isolation.auto, .off])
  func `batched recordings are answered in order, as single ones`(_ isolation: Isolation) throws {
    let pool = WorkerPool.testing(isolation)
    let alone = try [0, 1, 2].map { tone in try Self.decoded(tone: tone, in: pool) }
    let questions = [0, 1, 2].map { tone in Question(tone: tone) }
    let answers = try Self.answers(of: pool, to: questions)
    #expect(answers.map(\.index) == [0, 1, 2])
    #expect(answers.map(\.answer) == alone)
    // Otherwise answers that are exchanged would not be noticed.
    #expect(alone[0] != alone[1])
    #expect(alone[1] != alone[2])
    #expect(alone[2] != alone[0])
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `the worker of a batch is reused`() throws {
    let pool = WorkerPool.testing()
    let questions = [0, 1, 2].map { tone in Question(tone: tone) }
    _ = try Self.answers(of: pool, to: questions)
    // One worker, which has answered all three.
    #expect(pool.workers.idle.map(\.recordings) == [3])
  }

  @Test(
    .enabled(if: WorkerSandbox.boundsMemory),
    arguments: [
      (Probe.crash, DecodeFailure.crashed(signal: SIGSEGV)),
      (.exit, .crashed(signal: 0)),
    ]
  )
  func `a recording that kills two workers fails alone in a batch`(
    _ probe: Probe,
    _ failure: DecodeFailure
  )
    throws
  {
    try expectOthersAnswered(after: probe, failingWith: failure, in: WorkerPool.testing())
  }

  @Test func `a recording that never ends fails alone in a batch, and is tried once`() throws {
    try expectOthersAnswered(
      after: .loop,
      failingWith: .timeout(processorSeconds: 1),
      in: WorkerPool.testing(timeout: 1)
    )
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `a recording that needs too much memory fails alone in a batch`() throws {
    try expectOthersAnswered(
      after: .exhaustMemory,
      failingWith: WorkerSandbox.outOfMemory,
      in: WorkerPool.testing()
    )
  }

  @Test func `a stop ends the rest of a batch`() throws {
    // A loop of a minute, which the stop ends at once.
    let pool = WorkerPool.testing(timeout: 60)
    let stop = try stopSignal()
    _ = pool.start()
    let answers = try Self.answers(
      of: pool,
      to: [
        Question(tone: 0),
        .attempt(.loop),
        Question(tone: 1),
      ],
      cancel: stop.number
    )
    #expect(answers.map(\.index) == [0, 1, 2])
    #expect(answers[1].answer == .failure(.cancelled))
    #expect(answers[2].answer == .failure(.cancelled))
  }

  @Test func `a dead idle worker is replaced silently in a batch`() throws {
    let pool = WorkerPool.testing()
    _ = pool.start()
    let worker = try #require(pool.workers.idle.first)
    WorkerSystem.kill(worker.process)
    // Until it is gone, or the pool might send to a worker that is about to end.
    while WorkerSystem.processorTime(of: worker.process) != nil,
      WorkerSystem.reap(worker.process) == .running
    {}
    let answers = try Self.answers(of: pool, to: [Question(tone: 0), Question(tone: 1)])
    let alone = try [0, 1].map { try Self.decoded(tone: $0, in: pool) }
    #expect(answers.map(\.answer) == alone)
  }

  @Test func `a lack of workers is reported for each recording of a batch`() throws {
    let pool = WorkerPool.testing(starter: WorkerStarter(executable: "/nonexistent/wavethumb"))
    let failure = DecodeFailure.noWorker(.notStarted(errno: ENOENT))
    let answers = try Self.answers(of: pool, to: [Question(tone: 0), Question(tone: 1)])
    #expect(answers.map(\.answer) == [.failure(failure), .failure(failure)])
  }

  /// Expects unchanged results for the other recordings of a batch, wherever the bad one is.
  private func expectOthersAnswered(
    after probe: Probe,
    failingWith failure: DecodeFailure,
    in pool: WorkerPool
  ) throws {
    let alone = try [0, 1].map { try Self.decoded(tone: $0, in: pool) }
    // First, in the middle and last: the worker has then answered none, one or both of the others.
    for index in 0...2 {
      var questions = [Question(tone: 0), Question(tone: 1)]
      questions.insert(.attempt(probe), at: index)
      var expected = alone
      expected.insert(.failure(failure), at: index)
      // The pool holds failures back until the worker is free, so that one may come after its neighbors.
      let answers = try Self.answers(of: pool, to: questions).sorted { $0.index < $1.index }
      #expect(answers.map(\.index) == [0, 1, 2])
      #expect(answers.map(\.answer) == expected)
    }
  }

  private static func decoded(tone: Int, in pool: WorkerPool) throws -> DecodeResult {
    let file = try #require(DescriptorSystem.file(holding: SandboxTrial.tones[tone]))
    defer { close(file) }
    return pool.decode(descriptor: file, request: DecodeRequest())
  }

  /// Requests built-in tones and returns the answers in order of arrival.
  private static func answers(
    of pool: WorkerPool,
    to questions: [Question],
    cancel: CInt? = nil
  ) throws -> [(index: Int, answer: DecodeResult)] {
    let files = try questions.map { try readOnlyFile(tone: $0.tone) }
    defer {
      for file in files {
        close(file)
      }
    }
    var answers: [(index: Int, answer: DecodeResult)] = []
    let asked = zip(questions, files).map { question, file in (question.question, file) }
    pool.ask(WorkerBatch(asked), cancel: cancel) { index, answer in
      answers.append((index, answer))
    }
    return answers
  }

  // Files that are open for writing are asked about one by one: with them, no test here would have a batch.
  private static func readOnlyFile(tone: Int) throws -> CInt {
    let file = try #require(DescriptorSystem.file(holding: SandboxTrial.tones[tone]))
    defer { close(file) }
    return try DescriptorSystem.readOnly(file)
  }
}
