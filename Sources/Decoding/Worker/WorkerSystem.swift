import CSandbox
package import Glibc

/// The calls around a worker's process that need `unsafe`.
package enum WorkerSystem {
  enum End: Equatable {
    case running
    case exit(CInt)
    case signal(CInt)
    case unknown

    /// The signal that ended the process; 0 if there was none.
    var signal: CInt {
      if case .signal(let signal) = self {
        signal
      } else {
        0
      }
    }
  }

  package static func start(
    executable: String,
    settings: String
  ) throws(WorkerStartFailure) -> (channel: WorkerChannel, process: pid_t) {
    var channel: CInt = -1
    var process: pid_t = 0
    let error = unsafe sandbox_start(executable, settings, &channel, &process)
    if error != 0 { throw .notStarted(errno: error) }
    return (WorkerChannel(descriptor: channel), process)
  }

  static func processorTime(of process: pid_t) -> Double? {
    let nanoseconds = sandbox_processor_time(process)
    if nanoseconds < 0 { return nil }
    return Double(nanoseconds) / 1e9
  }

  static func reap(_ process: pid_t) -> End {
    let status = sandbox_reap(process)
    if status == -1 { return .running }
    if status == -2 { return .unknown }
    let signal = status & 0x7f
    guard signal != 0 else { return .exit((status >> 8) & 0xff) }
    return .signal(signal)
  }

  static func kill(_ process: pid_t) { _ = Glibc.kill(process, SIGKILL) }
}
