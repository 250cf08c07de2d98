package import Glibc
package import WavethumbBytes
package import WavethumbSystem

/// A pool of decoding processes; a caller's thread waits for its own answer.
// Processes and not threads, because recordings are hostile and the decoders are C. A file of 32
// bytes makes libsndfile loop for ever, and a thread that is stuck in C cannot be cancelled: only a
// process can be killed. A process can also be shut in, and takes the memory that C leaks with it.
// libsndfile keeps its last error for the whole process, so two decodes in one would mix up theirs.
public final class WorkerPool: Sendable {
  package let isolation: Isolation
  package let timeout: Double
  private let size: Int
  let workers: WorkerSet
  /// The number of workers that may still be started.
  package let free: CountingSemaphore

  /// Creates a pool of at most `size` workers with `timeout` processor seconds without progress.
  public convenience init(isolation: Isolation, timeout: Double, size: Int) {
    self.init(
      isolation: isolation,
      timeout: timeout,
      size: size,
      starter: WorkerStarter(executable: WorkerStarter.ownProgram)
    )
  }

  package init(
    isolation: Isolation,
    timeout: Double,
    size: Int,
    starter: WorkerStarter,
    layers: SandboxLayers = .all
  ) {
    self.isolation = isolation
    self.timeout = timeout
    self.size = size
    workers = WorkerSet(
      SandboxTrial(starter: starter, isolation: isolation, requested: layers),
      size: size
    )
    free = CountingSemaphore(size)
  }

  /// Starts the first worker, and returns the layers in which it can decode a tone.
  public func start(cancel: CInt? = nil) -> Result<SandboxReport, DecodeFailure> {
    guard isolation != .off else { return .success(.inProcess) }
    return Result { () throws(WorkerStartFailure) in try workers.start(cancel: cancel) }
      .mapError(DecodeFailure.init(start:))
  }

  /// Decodes and measures a recording; calls `emit` with its progress, previews and points.
  ///
  /// An attempt may take `seconds` of processor time without progress, at most the timeout.
  public func decode(
    descriptor: CInt,
    request: DecodeRequest,
    within seconds: Double? = nil,
    cancel: CInt? = nil,
    emit: (DecodeEvent) -> Void = { _ in }
  ) -> DecodeResult {
    let spool = request.points.map { _ in PointsSpool() }
    let result: DecodeResult = ask(
      .whole(request),
      about: descriptor,
      cancel: cancel,
      within: seconds
    ) { piece in
      if !(spool?.add(piece) ?? false) {
        emit(piece)
      }
    }
    return spool?.recording(result, request) ?? result
  }

  /// Measures a pipe from another process, whose processor time counts as well.
  package func measure(
    stream: CInt,
    from helper: pid_t,
    request: DecodeRequest,
    cancel: CInt? = nil,
    progress: (DecodedSoFar) -> Void = { _ in }
  ) -> DecodeResult {
    let spool = request.points.map { _ in PointsSpool() }
    func emit(_ piece: DecodeEvent) {
      if !(spool?.add(piece) ?? false) {
        piece.report(to: progress)
      }
    }
    let question = DecodeQuestion.stream(request)
    let result = Result { () throws(DecodeFailure) in
      let recording: DecodedRecording =
        if isolation == .off {
          try measureInProcess(stream: stream, request: request, cancel: cancel, emit).get()
        } else {
          try ask(
            sent(question, about: stream, within: nil, bytes: nil),
            cancel: cancel,
            helper: helper,
            emit
          )
        }
      return recording
    }
    return spool?.recording(result, request) ?? result
  }

  private func measureInProcess(
    stream: CInt,
    request: DecodeRequest,
    cancel: CInt?,
    _ emit: (DecodeEvent) -> Void
  ) -> DecodeResult {
    lend(emit) { emit in
      // A thread that waits for a pipe cannot be woken by another, so it polls for cancellation.
      let decoder = StreamDecoder(
        descriptor: stream,
        request: request,
        cancel: cancel,
        timeoutSeconds: timeout * WorkerTimeLimit.waitingFactor,
        emit: emit
      ) { soFar, _ in
        emit(.decoded(soFar))
        return true
      }
      return Result { () throws(DecodeFailure) in try decoder.recording() }
    }
  }

  /// Probes a recording; `progress` receives the bytes read if its length must be counted.
  public func probe(
    descriptor: CInt,
    request: DecodeRequest,
    cancel: CInt? = nil,
    progress: (DecodedSoFar) -> Void = { _ in }
  ) -> Result<ProbedRecording, DecodeFailure> {
    ask(.probe(request), about: descriptor, cancel: cancel) { $0.report(to: progress) }
  }

  /// Returns the reason why a recording cannot be opened, or nil; reads only its beginning.
  package func openingFailure(
    descriptor: CInt,
    request: DecodeRequest,
    cancel: CInt? = nil
  ) -> DecodeFailure? {
    let answer: Result<ProbedRecording, DecodeFailure> = ask(
      .openOnly(request),
      about: descriptor,
      cancel: cancel,
      { _ in }
    )
    if case .failure(let failure) = answer { return failure }
    return nil
  }

  /// The seconds without an answer of the disk after which it counts as not responding.
  package var waitingSeconds: Double { timeout * WorkerTimeLimit.waitingFactor }

  var answersAtOnce: Bool { isolation != .off && size > 1 }

  /// Ends every idle worker.
  public func shutDown() { workers.shutDown() }

  deinit { shutDown() }
}

extension WorkerPool {
  /// Repeats a question until a worker answers, or the recording has killed two workers.
  package func ask<Answer: ByteCoded>(
    _ question: DecodeQuestion,
    about descriptor: CInt,
    cancel: CInt?,
    within seconds: Double? = nil,
    hasCrashed: Bool = false,
    _ emit: (DecodeEvent) -> Void
  ) -> Result<Answer, DecodeFailure> {
    guard isolation != .off else {
      return question.answerInProcess(descriptor, cancel: cancel, emit: emit)
    }
    return Result { () throws(DecodeFailure) in
      // A worker gets an open descriptor, and no path: it needs no right to open anything, and what
      // it reads is the very file that was checked here. It must not be able to write the file
      // either.
      let isWritable = DescriptorSystem.isWritable(descriptor)
      let readable =
        if isWritable {
          try DescriptorSystem.readOnly(descriptor)
        } else {
          descriptor
        }
      defer {
        if isWritable {
          DescriptorSystem.close(readable)
        }
      }
      let bytes = DescriptorSystem.size(of: descriptor)
      return try ask(
        sent(question, about: readable, within: seconds, bytes: bytes),
        cancel: cancel,
        hasCrashed: hasCrashed,
        emit
      )
    }
  }

  private func ask<Answer: ByteCoded>(
    _ question: WorkerQuestion,
    cancel: CInt?,
    helper: pid_t? = nil,
    hasCrashed: Bool = false,
    _ emit: (DecodeEvent) -> Void
  ) throws(DecodeFailure) -> Answer {
    free.wait()
    defer { free.signal() }
    // A first crash may be the fault of an earlier recording, which left the worker damaged; a
    // second one, in another process, is that of this recording. A pipe cannot be read twice, so it
    // has one attempt.
    var crashed = hasCrashed || helper != nil
    var unreachable = 0
    while true {
      let worker: Worker
      do {
        worker = try workers.acquire(cancel: cancel)
      } catch {
        throw DecodeFailure(start: error)
      }
      emit(.restarted)
      let exchange = WorkerExchange(worker: worker, cancel: cancel, helper: helper)
      let reply = exchange.ask(question, emit: emit)
      if case .answer(let bytes, let resident) = reply,
        let answer = Result<Answer, DecodeFailure>(encoded: bytes)
      {
        workers.release(worker, resident: resident, after: [question.descriptor])
        return try answer.mapError(\.consideringMemory).get()
      }
      switch end(worker, after: reply, within: question.limit.seconds) {
      // It ended while it was idle, before it has seen the recording, which is not the cause.
      case .unreachable:
        unreachable += 1
        if unreachable >= SandboxTrial.maximumFailedStarts { throw .noWorker(.silent) }
      case .failure(let failure): throw failure
      case .crashed(let signal):
        if crashed { throw DecodeFailure(endedBy: signal).consideringMemory }
        crashed = true
      }
    }
  }

  /// Returns a question as it is sent about a descriptor, of which the size may be known.
  func sent(
    _ question: DecodeQuestion,
    about descriptor: CInt,
    within seconds: Double?,
    bytes: Int?
  ) -> WorkerQuestion {
    let limit = WorkerTimeLimit(
      seconds: min(seconds ?? timeout, timeout),
      maximum: question.maximumSeconds(ofBytes: bytes),
      opensAtOnce: question.beginsWithSound
    )
    return WorkerQuestion(packet: question.encoded(), descriptor: descriptor, limit: limit)
  }

  /// The cause of a worker's end.
  package enum Ending {
    case unreachable
    case failure(DecodeFailure)
    case crashed(signal: CInt)
  }

  /// Ends a worker that gave no answer.
  package func end(_ worker: Worker, after reply: WorkerReply, within seconds: Double) -> Ending {
    worker.channel.close()
    // Its exit status says why it ended, unless it is killed here.
    let endsAlone = reply == .outOfMemory || reply == .died
    let end = workers.dispose(worker.process, kill: !endsAlone)
    switch reply {
    case .unreachable: return .unreachable
    case .outOfMemory: return .failure(WorkerSandbox.outOfMemory.consideringMemory)
    case .died: return .crashed(signal: end.signal)
    // What no worker of ours sends comes from one that a recording has damaged or taken over.
    case .answer, .invalid: return .crashed(signal: 0)
    case .timedOut(let isBeforeSound):
      return .failure(.timeout(processorSeconds: seconds, beforeSound: isBeforeSound))
    case .stalled: return .failure(.stalled(seconds: seconds * WorkerTimeLimit.waitingFactor))
    case .cancelled: return .failure(.cancelled)
    }
  }
}
