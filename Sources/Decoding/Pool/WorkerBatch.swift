import WavethumbBytes
import WavethumbSystem

/// Several questions to one worker, which is woken once for all of them.
package struct WorkerBatch {
  package typealias Question = (question: DecodeQuestion, descriptor: CInt)

  let questions: [Question]
  /// The processor seconds without progress that a question may take, at most the timeout.
  let seconds: Double?
  /// Whether every answer is delivered after the worker is free.
  let holdsAnswers: Bool

  package init(_ questions: [Question], within seconds: Double? = nil, holdsAnswers: Bool = false) {
    self.questions = questions
    self.seconds = seconds
    self.holdsAnswers = holdsAnswers
  }

  /// How many questions have an answer.
  package private(set) var done = 0
  /// The answers to deliver after the worker is free.
  package private(set) var undelivered: [(index: Int, answer: DecodeResult)] = []
  /// How the worker ended on the first incomplete recording, if it did.
  private(set) var ending: WorkerPool.Ending?

  package mutating func add(_ answer: DecodeResult, isDelivered: Bool) {
    if !isDelivered {
      undelivered.append((done, answer))
    }
    done += 1
  }

  package mutating func end(_ ending: WorkerPool.Ending) {
    self.ending = ending
    if case .failure(let failure) = ending {
      add(.failure(failure), isDelivered: false)
    }
  }
}

extension DecodeResult {
  /// Whether the answer is final: ffmpeg will not try the recording as well.
  // `answered` may have ffmpeg decode it again, for which it waits for a free worker: with every worker
  // in a batch of its own, all would wait for each other.
  fileprivate var needsNoWorker: Bool {
    switch self {
    case .success: formatForFFmpeg == nil
    case .failure: false
    }
  }
}

extension WorkerPool {
  /// Decodes and measures short recordings one after the other.
  ///
  /// `answered` is called with each answer and its index: for most measurements while the worker
  /// decodes the next recording; after the worker is free for failures and damaged recordings, which
  /// ffmpeg may decode again, and with `holdsAnswers` for every answer, so that `answered` may use
  /// workers as well.
  package func decode(
    sequentially descriptors: [CInt],
    request: DecodeRequest,
    within seconds: Double? = nil,
    holdsAnswers: Bool = false,
    cancel: CInt? = nil,
    answered: (_ index: Int, DecodeResult) -> Void
  ) {
    let spools = request.points.map { _ in descriptors.map { _ in PointsSpool() } }
    let questions = descriptors.map { (DecodeQuestion.whole(request), $0) }
    let batch = WorkerBatch(questions, within: seconds, holdsAnswers: holdsAnswers)
    ask(batch, cancel: cancel) { index, event in
      _ = spools?[index].add(event)
    } answered: { index, answer in
      let complete = spools?[index].recording(answer, request) ?? answer
      answered(index, complete)
    }
  }

  package func ask(
    _ asked: WorkerBatch,
    cancel: CInt? = nil,
    emit: (_ index: Int, DecodeEvent) -> Void = { _, _ in },
    answered: (_ index: Int, DecodeResult) -> Void
  ) {
    var batch = asked
    let questions = batch.questions
    let isWorthIt = isolation != .off && questions.count > 1
    // A file that is open for writing is opened again for its worker, which is done for one at a time.
    let isSafe = !questions.contains { DescriptorSystem.isWritable($0.descriptor) }
    if isWorthIt, isSafe {
      ask(atOnce: &batch, cancel: cancel, emit: emit, answered: answered)
    }
    for (index, answer) in batch.undelivered {
      answered(index, answer)
    }
    // One by one from the question on which the worker ended: another worker tries it once more.
    for index in batch.done..<questions.count {
      if case .failure(.cancelled)? = batch.ending {
        answered(index, .failure(.cancelled))
        continue
      }
      let (question, descriptor) = questions[index]
      var hasCrashed = false
      if index == batch.done, case .crashed? = batch.ending {
        hasCrashed = true
      }
      let answer: DecodeResult = ask(
        question,
        about: descriptor,
        cancel: cancel,
        within: batch.seconds,
        hasCrashed: hasCrashed
      ) { emit(index, $0) }
      answered(index, answer)
    }
  }

  private func ask(
    atOnce batch: inout WorkerBatch,
    cancel: CInt?,
    emit: (_ index: Int, DecodeEvent) -> Void,
    answered: (_ index: Int, DecodeResult) -> Void
  ) {
    free.wait()
    defer { free.signal() }
    let worker: Worker
    do {
      worker = try workers.acquire(cancel: cancel)
    } catch {
      // The caller then tries a single recording, and gets the reason why there is no worker.
      return
    }
    let exchange = WorkerExchange(worker: worker, cancel: cancel)
    // All at once: the worker finds the next question in its socket, and does not have to wait until
    // this thread is woken.
    let questions = batch.questions.map { sent($0, within: batch.seconds) }
    guard questions.allSatisfy(exchange.send) else {
      _ = end(worker, after: .unreachable, within: timeout)
      return
    }
    for (index, question) in questions.enumerated() {
      let reply = exchange.awaitReply(limit: question.limit) { emit(index, $0) }
      guard case .answer(let bytes, let resident) = reply,
        let answer = DecodeResult(encoded: bytes)?.mapError(\.consideringMemory)
      else {
        batch.end(end(worker, after: reply, within: question.limit.seconds))
        break
      }
      let isLast = index == questions.indices.last
      if isLast {
        // Before the answer is delivered, so that `answered` may use this very worker.
        workers.release(worker, resident: resident, after: questions.map(\.descriptor))
      }
      let isDelivered = answer.needsNoWorker && !isLast && !batch.holdsAnswers
      batch.add(answer, isDelivered: isDelivered)
      if isDelivered {
        answered(index, answer)
      }
    }
  }

  private func sent(
    _ question: WorkerBatch.Question,
    within seconds: Double?
  ) -> WorkerQuestion {
    let bytes = DescriptorSystem.size(of: question.descriptor)
    return sent(question.question, about: question.descriptor, within: seconds, bytes: bytes)
  }
}
