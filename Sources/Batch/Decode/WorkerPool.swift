import Glibc
import Synchronization

/// Processes that decode, kept for the next recording; a caller's thread waits for its own answer.
public final class WorkerPool: Sendable {
  private struct State {
    var idle: [Worker] = []
    /// Told to end and not collected yet.
    var leaving: [pid_t] = []
    var failedStarts = 0
  }

  // Memory comes back from a decoder's leaks and fragments with a fresh process.
  private static let mostRecordings = 2000
  private static let mostResident: Int64 = 40 << 20
  private static let mostFailedStarts = 3

  private let isolation: Isolation
  private let timeout: Double
  private let size: Int
  private let trial: WorkerTrial
  private let state = Mutex(State())
  /// Rung for each worker that may be at work.
  private let free = Bell()

  /// Makes a pool of at most `size` workers and gives each `timeout` processor seconds without progress.
  public convenience init(isolation: Isolation, timeout: Double, size: Int) {
    self.init(
      isolation: isolation, timeout: timeout, size: size,
      starter: WorkerStarter(executable: "/proc/self/exe"))
  }

  init(
    isolation: Isolation, timeout: Double, size: Int, starter: WorkerStarter,
    layers: WorkerLayers = .all
  ) {
    self.isolation = isolation
    self.timeout = timeout
    self.size = size
    trial = WorkerTrial(starter: starter, isolation: isolation, wanted: layers)
    free.ringAll(size)
  }

  /// Starts the first worker, lets it decode a tone, and says which walls hold; later calls answer the same.
  public func start(cancel: CInt? = nil) -> Result<WorkerLayersReport, DecodeFailure> {
    guard isolation != .off else { return .success(.inProcess) }
    let (verdict, first) = trial.verdict(cancel: cancel)
    if let first { state.withLock { $0.idle.append(first) } }
    return verdict.map(\.report).mapError(DecodeFailure.init(start:))
  }

  /// Decodes and measures a recording; `progress` hears of milliseconds of audio decoded so far.
  public func decode(
    descriptor: CInt, request: DecodeRequest, cancel: CInt? = nil,
    progress: (Int) -> Void = { _ in }
  ) -> Result<DecodedRecording, DecodeFailure> {
    ask(.whole(request), descriptor, cancel) { $0.tell(progress) }
  }

  /// Decodes and measures a recording; `news` hears how it gets on.
  public func decode(
    descriptor: CInt, request: DecodeRequest, cancel: CInt? = nil, news: (DecodeNews) -> Void
  ) -> Result<DecodedRecording, DecodeFailure> {
    ask(.whole(request), descriptor, cancel, news)
  }

  /// Measures a part of a recording; the parts of all frames merge into the measurement of the whole.
  public func decode(
    _ part: DecodePart, descriptor: CInt, request: DecodeRequest, cancel: CInt? = nil,
    progress: (Int) -> Void = { _ in }
  ) -> Result<DecodedPart, DecodeFailure> {
    ask(.part(request, part), descriptor, cancel) { $0.tell(progress) }
  }

  /// Measures a pipe of plain samples that another process writes; what it computes counts as the recording's.
  func measure(
    stream: CInt, from helper: pid_t, request: DecodeRequest, cancel: CInt? = nil,
    progress: (Int) -> Void = { _ in }
  ) -> Result<DecodedRecording, DecodeFailure> {
    guard isolation == .off else {
      let question = DecodeQuestion.stream(request)
      return ask(packet: question.packet, stream, cancel, { $0.tell(progress) }, helper: helper)
    }
    // Nobody can end a thread that waits for a pipe: it has to look around by itself.
    return withoutActuallyEscaping(progress) { progress in
      let decoder = StreamDecoder(
        descriptor: stream, request: request, cancel: cancel,
        patienceSeconds: timeout * WorkerPatience.waitingFactor
      ) { milliseconds, _ in
        progress(milliseconds)
        return true
      }
      return decoder.whole()
    }
  }

  /// Says what a recording is without decoding it.
  public func probe(
    descriptor: CInt, request: DecodeRequest, cancel: CInt? = nil
  ) -> Result<ProbedRecording, DecodeFailure> {
    ask(.probe(request), descriptor, cancel, { _ in })
  }

  /// Whether several questions can be answered at the same time.
  var answersAtOnce: Bool { isolation != .off && size > 1 }

  /// The workers that wait for a question.
  var idleWorkers: [Worker] {
    state.withLock { $0.idle }
  }

  /// Lets every idle worker go.
  public func shutDown() {
    let workers = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for worker in workers { worker.channel.close() }
    let leaving = state.withLock { state in
      defer { state.leaving = [] }
      return state.leaving
    }
    for process in workers.map(\.process) + leaving { _ = WorkerEnding.collect(process) }
  }

  deinit {
    shutDown()
  }
}

extension WorkerPool {
  /// Asks until a worker has answered, or the recording has killed two.
  func ask<Answer: WireValue>(
    _ question: DecodeQuestion, _ descriptor: CInt, _ cancel: CInt?, _ news: (DecodeNews) -> Void
  ) -> Result<Answer, DecodeFailure> {
    guard isolation != .off else {
      return question.answerInProcess(descriptor, cancel: cancel, news: news)
    }
    guard WorkerSystem.isWritable(descriptor) else {
      return ask(packet: question.packet, descriptor, cancel, news)
    }
    switch WorkerSystem.readOnly(descriptor) {
    case .failure(let failure): return .failure(failure)
    case .success(let readable):
      defer { WorkerSystem.close(readable) }
      return ask(packet: question.packet, readable, cancel, news)
    }
  }

  func ask<Answer: WireValue>(
    packet: [UInt8], _ descriptor: CInt, _ cancel: CInt?, _ news: (DecodeNews) -> Void,
    helper: pid_t? = nil
  ) -> Result<Answer, DecodeFailure> {
    free.wait()
    defer { free.ring() }
    // What was read of a pipe does not come again.
    var crashed = helper != nil
    var deaf = 0
    while true {
      let worker: Worker
      switch take(cancel: cancel) {
      case .failure(let failure): return .failure(failure)
      case .success(let taken): worker = taken
      }
      let exchange = WorkerExchange(
        worker: worker, timeout: timeout, cancel: cancel, helper: helper)
      let reply = exchange.ask(packet, about: descriptor, news: news)
      if case .answer(let bytes, let resident) = reply,
        let answer: Result<Answer, DecodeFailure> = DecodeAnswer.read(bytes)
      {
        giveBack(worker, resident: resident)
        return answer
      }
      switch end(worker, after: reply) {
      case .deaf:
        deaf += 1
        if deaf >= Self.mostFailedStarts { return .failure(.noWorker(.silent)) }
      case .failure(let failure): return .failure(failure)
      case .crashed(let signal):
        if crashed { return .failure(.crashed(signal: signal)) }
        crashed = true
      }
    }
  }

  private enum Ending {
    /// It was not the recording's doing.
    case deaf
    case failure(DecodeFailure)
    case crashed(signal: CInt)
  }

  /// Gets rid of a worker that gave no answer.
  private func end(_ worker: Worker, after reply: WorkerReply) -> Ending {
    worker.channel.close()
    switch reply {
    case .deaf:
      _ = dispose(worker.process, kill: true)
      return .deaf
    case .outOfMemory:
      _ = dispose(worker.process, kill: false)
      return .failure(WorkerWalls.outOfMemory)
    case .died:
      if case .signal(let signal) = dispose(worker.process, kill: false) {
        return .crashed(signal: signal)
      }
      return .crashed(signal: 0)
    case .answer, .nonsense:
      _ = dispose(worker.process, kill: true)
      return .crashed(signal: 0)
    case .spent:
      _ = dispose(worker.process, kill: true)
      return .failure(.timeout(processorSeconds: timeout))
    case .waited:
      _ = dispose(worker.process, kill: true)
      return .failure(.waited(seconds: timeout * WorkerPatience.waitingFactor))
    case .cancelled:
      _ = dispose(worker.process, kill: true)
      return .failure(.cancelled)
    }
  }

  private func dispose(_ process: pid_t, kill: Bool) -> WorkerSystem.End {
    let end = kill ? WorkerEnding.kill(process) : WorkerEnding.collect(process)
    if end == .running { state.withLock { $0.leaving.append(process) } }
    return end
  }

  /// Takes an idle worker or starts one.
  private func take(cancel: CInt?) -> Result<Worker, DecodeFailure> {
    if case .failure(let failure) = start(cancel: cancel) { return .failure(failure) }
    if let worker = state.withLock({ $0.idle.popLast() }) { return .success(worker) }
    while true {
      switch trial.startAnother(cancel: cancel) {
      case .success(let worker):
        state.withLock { $0.failedStarts = 0 }
        return .success(worker)
      case .failure(.cancelled):
        return .failure(.cancelled)
      case .failure(let failure):
        let failures = state.withLock { state in
          state.failedStarts += 1
          return state.failedStarts
        }
        if failures >= Self.mostFailedStarts { return .failure(.noWorker(failure)) }
      }
    }
  }

  /// Keeps a worker for the next recording unless it has become old or large.
  private func giveBack(_ worker: Worker, resident: Int64) {
    var worker = worker
    worker.recordings += 1
    worker.resident = resident
    let isWorn = worker.recordings >= Self.mostRecordings || resident > Self.mostResident
    let isKept = state.withLock { state in
      state.leaving.removeAll { WorkerSystem.reap($0) != .running }
      let isKept = !isWorn && state.idle.count < size
      if isKept {
        state.idle.append(worker)
      } else {
        state.leaving.append(worker.process)
      }
      return isKept
    }
    if !isKept { worker.channel.close() }
  }
}
