import CSandbox
import Glibc
import System

/// A running ffmpeg; its caller ends it and closes it.
struct FFmpegProcess {
  /// How it ended.
  enum End: Equatable {
    case exit(CInt)
    case signal(CInt)
    /// It had to be ended.
    case killed
  }

  // What is said first tells most; the pipe holds no more than this anyway.
  private static let longestComplaint = 1 << 16

  /// What it decodes to, for reading.
  let output: CInt
  private let complaints: CInt
  let process: pid_t

  init(output: CInt, complaints: CInt, process: pid_t) {
    self.output = output
    self.complaints = complaints
    self.process = process
  }

  /// Waits so long for its end, and then makes one.
  func end(within seconds: Double, cancel: CInt?) -> End {
    let deadline = MonotonicClock.seconds + seconds
    var pause: CInt = 1
    while MonotonicClock.seconds < deadline, !(cancel.map(WorkerSystem.isReadable) ?? false) {
      switch WorkerSystem.reap(process) {
      case .exit(let status): return .exit(status)
      case .signal(let signal): return .signal(signal)
      case .unknown: return .killed
      case .running: break
      }
      WorkerSystem.sleep(milliseconds: pause)
      pause = min(pause * 2, 50)
    }
    return kill()
  }

  /// Ends it, with all it may have started.
  @discardableResult
  func kill() -> End {
    sandbox_kill_program(process)
    _ = WorkerEnding.kill(process)
    return .killed
  }

  /// What it had to say, once it has ended.
  func complaint() -> FFmpegErrorOutput {
    FFmpegErrorOutput(FFmpegSystem.available(from: complaints, atMost: Self.longestComplaint))
  }

  func close() {
    WorkerSystem.close(output)
    WorkerSystem.close(complaints)
  }
}
