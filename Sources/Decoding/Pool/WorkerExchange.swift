import Glibc
import WavethumbSystem

/// The reply of a worker to one question.
package enum WorkerReply: Equatable {
  case answer([UInt8], resident: Int64)
  case outOfMemory
  /// The worker was gone before it received the question.
  case unreachable
  case died
  case invalid
  /// The worker computed too long without progress; before the first samples it has less time.
  case timedOut(beforeSound: Bool)
  /// The worker waited too long for the disk.
  case stalled
  case cancelled
}

/// A question as it is sent to a worker.
struct WorkerQuestion {
  let packet: [UInt8]
  /// The descriptor of what the question is about.
  let descriptor: CInt
  /// The time for the answer.
  let limit: WorkerTimeLimit
}

/// Sends a question to a worker and waits for its answer, as long as it makes progress.
struct WorkerExchange {
  // The processor time of a worker has to be asked for; no event says that it has used some. A
  // tenth of a second is short against any limit. Untuned.
  private static let tickMilliseconds: CInt = 100

  let worker: Worker
  let cancel: CInt?
  /// The process of ffmpeg that writes the samples for the worker.
  var helper: pid_t?

  /// Sends a question and waits as long as its limit allows; `emit` receives the events.
  func ask(_ question: WorkerQuestion, emit: (DecodeEvent) -> Void) -> WorkerReply {
    guard send(question) else { return .unreachable }
    return awaitReply(limit: question.limit, emit: emit)
  }

  func send(_ question: WorkerQuestion) -> Bool {
    worker.channel.send(question.packet, passing: question.descriptor)
  }

  /// Waits for the answer to the first unanswered question.
  func awaitReply(limit: WorkerTimeLimit, emit: (DecodeEvent) -> Void) -> WorkerReply {
    var timeLimit = limit
    var assembly = AnswerAssembly()
    var last = MonotonicClock.seconds
    while true {
      switch worker.channel.wait(milliseconds: Self.tickMilliseconds, cancel: cancel) {
      case .cancelled: return .cancelled
      case .nothing: break
      case .packet:
        guard let (packet, _) = worker.channel.receive() else { return .died }
        switch assembly.add(packet) {
        case .finished(let reply): return reply
        // Each part is not empty and all of them are bounded, so that they need no time limit.
        case .more: continue
        case .event(let event, let progress):
          event.report { soFar in
            timeLimit.observe(
              progress: progress,
              hasSound: soFar.milliseconds > 0,
              processorTime: processorTime
            )
          }
          emit(event)
        }
      }
      let now = MonotonicClock.seconds
      let excess = timeLimit.excess(processorTime: processorTime, elapsed: now - last)
      if let excess { return excess }
      last = now
    }
  }

  // An ended process uses no more time; the socket shows its end.
  private var processorTime: Double {
    let helped = helper.flatMap(WorkerSystem.processorTime) ?? 0
    return helped + (WorkerSystem.processorTime(of: worker.process) ?? 0)
  }
}

/// Joins the packets of an answer, and validates them as hostile input.
struct AnswerAssembly {
  enum Step {
    case finished(WorkerReply)
    case event(DecodeEvent, progress: UInt64 = 0)
    case more
  }

  private var bytes: [UInt8] = []
  private var total: Int?
  private var resident: Int64 = 0

  /// Adds a packet, and returns what it means.
  mutating func add(_ packet: [UInt8]) -> Step {
    switch WorkerMessage(packet: packet) {
    // Once an answer has begun, only its own parts may follow: a worker that mixes in anything else
    // is broken or hostile.
    case .heartbeat(let soFar, let progress)? where total == nil:
      return .event(.decoded(soFar), progress: progress)
    case .preview(let preview)? where total == nil: return .event(.preview(preview))
    case .bytes(let bytes)? where total == nil: return .event(.bytes(Array(bytes)))
    case .outOfMemory?: return .finished(.outOfMemory)
    case .answer(let total, let resident, let part)? where self.total == nil:
      self.total = total
      self.resident = resident
      return append(part, of: total)
    case .more(let part)?:
      guard let total, !part.isEmpty else { return .finished(.invalid) }
      return append(part, of: total)
    case .ready?, .heartbeat?, .preview?, .bytes?, .answer?, nil:
      return .finished(.invalid)
    }
  }

  private mutating func append(_ part: ArraySlice<UInt8>, of total: Int) -> Step {
    guard bytes.count + part.count <= total else { return .finished(.invalid) }
    bytes.append(contentsOf: part)
    if bytes.count == total { return .finished(.answer(bytes, resident: resident)) }
    return .more
  }
}

/// Ends workers and returns their exit status.
enum WorkerEnding {
  // On a busy machine, a process that has closed its socket may take seconds to end. After 0.2 s it
  // was killed too early, and then counted as one that was killed and not as one that had crashed.
  private static let milliseconds = 5000
  // A process that waits for a broken disk cannot end.
  private static let millisecondsAfterKill = 1000

  /// Waits for a process whose socket has closed, and kills it if it lingers.
  static func collect(_ process: pid_t) -> WorkerSystem.End {
    let end = wait(for: process, milliseconds: milliseconds)
    guard end == .running else { return end }
    return kill(process)
  }

  static func kill(_ process: pid_t) -> WorkerSystem.End {
    WorkerSystem.kill(process)
    // Reaped here, or the process would stay in the table of the system until this program ends.
    return wait(for: process, milliseconds: millisecondsAfterKill)
  }

  /// Waits for a process; returns `running` after that time, or on cancellation.
  static func wait(for process: pid_t, milliseconds: Int, cancel: CInt? = nil) -> WorkerSystem.End {
    for _ in 0..<milliseconds where !(cancel.map(DescriptorSystem.isReadable) ?? false) {
      let end = WorkerSystem.reap(process)
      if end != .running { return end }
      _ = poll(nil, 0, 1)
    }
    return .running
  }
}
