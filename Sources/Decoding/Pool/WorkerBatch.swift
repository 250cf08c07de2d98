import WavethumbBytes
import WavethumbSystem

/// Several questions to one worker, which is woken once for all of them.
package struct WorkerBatch {
  package typealias Question = (question: DecodeQuestion, descriptor: CInt)

  package private(set) var done = 0
  /// The answers to deliver after the worker is free.
  package private(set) var held: [(place: Int, answer: DecodeResult)] = []
  /// How the worker ended on the first incomplete recording, if it did.
  private(set) var ending: WorkerPool.Ending?

  package mutating func take(_ answer: DecodeResult, holding isHeld: Bool) {
    if isHeld {
      held.append((done, answer))
    }
    done += 1
  }

  package mutating func take(_ ending: WorkerPool.Ending) {
    self.ending = ending
    if case .failure(let failure) = ending {
      take(.failure(failure), holding: true)
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
    inTurn descriptors: [CInt], request: DecodeRequest, within patience: Double? = nil,
    holdsAnswers: Bool = false, cancel: CInt? = nil, answered: (_ place: Int, DecodeResult) -> Void
  ) {
    let spools = request.points.map { _ in descriptors.map { _ in PointsSpool() } }
    let questions = descriptors.map { (DecodeQuestion.whole(request), $0) }
    ask(inTurn: questions, within: patience, holdsAnswers: holdsAnswers, cancel) { place, event in
      _ = spools?[place].take(event)
    } answered: { place, answer in
      answered(place, spools?[place].recording(answer, request) ?? answer)
    }
  }

  package func ask(
    inTurn questions: [WorkerBatch.Question], within patience: Double? = nil,
    holdsAnswers: Bool = false, _ cancel: CInt? = nil,
    emit: (_ place: Int, DecodeEvent) -> Void = { _, _ in },
    answered: (_ place: Int, DecodeResult) -> Void
  ) {
    let isWorthIt = isolation != .off && questions.count > 1
    let isSafe = !questions.contains { DescriptorSystem.isWritable($0.descriptor) }
    let turn =
      isWorthIt && isSafe
      ? takeTurn(questions, patience, holdsAnswers, cancel, emit, answered) : WorkerBatch()
    for (place, answer) in turn.held {
      answered(place, answer)
    }
    for place in turn.done..<questions.count {
      if case .failure(.cancelled)? = turn.ending {
        answered(place, .failure(.cancelled))
        continue
      }
      let (question, descriptor) = questions[place]
      var hasCrashed = false
      if place == turn.done, case .crashed? = turn.ending {
        hasCrashed = true
      }
      let answer: DecodeResult = ask(
        question, about: descriptor, cancel: cancel, within: patience, hasCrashed: hasCrashed
      ) { emit(place, $0) }
      answered(place, answer)
    }
  }

  private func takeTurn(
    _ questions: [WorkerBatch.Question], _ patience: Double?, _ holdsAnswers: Bool,
    _ cancel: CInt?,
    _ emit: (_ place: Int, DecodeEvent) -> Void,
    _ answered: (_ place: Int, DecodeResult) -> Void
  ) -> WorkerBatch {
    free.wait()
    defer { free.signal() }
    var turn = WorkerBatch()
    let worker: Worker
    // The caller then tries a single recording, and gets the reason why there is no worker.
    do { worker = try workers.take(cancel: cancel) } catch { return turn }
    let exchange = WorkerExchange(worker: worker, cancel: cancel)
    let isSent = questions.allSatisfy { exchange.send($0.question.encoded(), about: $0.descriptor) }
    guard isSent else {
      _ = end(worker, after: .unreachable, within: timeout)
      return turn
    }
    for place in questions.indices {
      let (question, descriptor) = questions[place]
      let limit = limit(
        of: question, within: patience, bytes: DescriptorSystem.size(of: descriptor))
      let reply = exchange.awaitReply(limit: limit) { emit(place, $0) }
      guard case .answer(let bytes, let resident) = reply,
        let answer = DecodeResult(encoded: bytes)?.mapError(\.consideringMemory)
      else {
        turn.take(end(worker, after: reply, within: limit.seconds))
        break
      }
      let isLast = place == questions.indices.last
      if isLast {
        workers.giveBack(worker, resident: resident, after: questions.map(\.descriptor))
      }
      // `answered` may have ffmpeg decode it again, for which it waits for a free worker.
      if !isLast, !holdsAnswers, case .success = answer, answer.formatForFFmpeg == nil {
        turn.take(answer, holding: false)
        answered(place, answer)
      } else {
        turn.take(answer, holding: true)
      }
    }
    return turn
  }
}
