import Glibc

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
