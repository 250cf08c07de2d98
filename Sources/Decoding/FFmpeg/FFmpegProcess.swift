import CSandbox
import Glibc
import System

/// A running ffmpeg; its caller ends it and closes it.
struct FFmpegProcess {
  /// The end of the process.
  enum End: Equatable {
    case exit(CInt)
    case signal(CInt)
    /// The process was killed by this program.
    case killed
  }

  // The first messages tell the most, and the pipe holds no more than this anyway.
  private static let longestComplaint = 1 << 16

  /// The reading end of its standard output.
  let output: CInt
  private let complaints: CInt
  let process: pid_t

  init(output: CInt, complaints: CInt, process: pid_t) {
    self.output = output
    self.complaints = complaints
    self.process = process
  }

  /// Waits at most so many seconds for its end, then kills it.
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

  /// Kills the process and all processes that it started.
  @discardableResult
  func kill() -> End {
    sandbox_kill_program(process)
    _ = WorkerEnding.kill(process)
    return .killed
  }

  /// The text of its standard error, read after its end.
  func errorOutput() -> FFmpegErrorOutput {
    FFmpegErrorOutput(FFmpegSystem.available(from: complaints, atMost: Self.longestComplaint))
  }

  func close() {
    WorkerSystem.close(output)
    WorkerSystem.close(complaints)
  }
}
