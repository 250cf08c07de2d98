import Glibc
import System

/// The reply of a worker to one question.
package enum WorkerReply: Equatable {
  case answer([UInt8], resident: Int64)
  case outOfMemory
  /// The worker was gone before it received the question.
  case unreachable
  /// The worker died on the question.
  case died
  /// The answer of the worker is invalid.
  case nonsense
  /// It computed without progress; before the first samples it has less time.
  case spent(beforeSound: Bool)
  case waited, cancelled
}

/// Sends a question to a worker and waits for its answer, as long as it makes progress.
struct WorkerExchange {
  private static let tickMilliseconds: CInt = 100

  let worker: Worker
  let cancel: CInt?
  /// The process of ffmpeg that writes the samples for the worker.
  var helper: pid_t?

  /// Sends `question` and waits as long as the limit allows; `emit` gets the progress.
  func ask(
    _ question: [UInt8], about descriptor: CInt, limit: WorkerTimeLimit, emit: (DecodeEvent) -> Void
  ) -> WorkerReply {
    send(question, about: descriptor) ? awaitReply(limit: limit, emit: emit) : .unreachable
  }

  func send(_ question: [UInt8], about descriptor: CInt) -> Bool {
    worker.channel.send(question, passing: descriptor)
  }

  /// Waits for the answer to the first unanswered question.
  func awaitReply(limit: WorkerTimeLimit, emit: (DecodeEvent) -> Void) -> WorkerReply {
    var patience = limit
    var collected = AnswerAssembly()
    var last = (now: MonotonicClock.seconds, queued: 0.0)
    while true {
      switch worker.channel.wait(milliseconds: Self.tickMilliseconds, cancel: cancel) {
      case .cancelled: return .cancelled
      case .nothing: break
      case .packet:
        guard case .packet(let packet, _) = worker.channel.receive() else { return .died }
        switch collected.take(packet) {
        case .finished(let reply): return reply
        case .more: continue
        case .heartbeat(let soFar, let made):
          patience.observe(
            progress: made, hasSound: soFar.milliseconds > 0, processorTime: processorTime)
          emit(.decoded(soFar))
        case .preview(let preview): emit(.preview(preview))
        case .bytes(let bytes): emit(.bytes(bytes))
        }
      }
      let next = (now: MonotonicClock.seconds, queued: queuedTime)
      // On a busy machine, a worker waits for a processor and not for the disk.
      let elapsed = next.now - last.now - max(0, next.queued - last.queued)
      switch patience.verdict(processorTime: processorTime, elapsed: elapsed) {
      case .allowed: last = next
      case .spent: return .spent(beforeSound: patience.isBeforeSound)
      case .waited: return .waited
      }
    }
  }

  /// Seconds in which the worker was ready to compute and had no processor.
  private var queuedTime: Double {
    guard let wanted = ProcessorTime.wanted(by: worker.process) else { return 0 }
    return max(0, wanted - (WorkerSystem.processorTime(of: worker.process) ?? wanted))
  }

  // An ended process uses no more time; the socket shows its end.
  private var processorTime: Double {
    let helped = helper.flatMap(WorkerSystem.processorTime) ?? 0
    return helped + (WorkerSystem.processorTime(of: worker.process) ?? 0)
  }
}
