import Glibc

/// Ends workers and returns how they ended.
enum WorkerEnding {
  // On a busy machine, a process that has closed its socket may take seconds to end.
  private static let patience = 5000
  // A process that waits for a broken disk cannot end.
  private static let patienceAfterKill = 1000

  /// Waits for a process whose socket has closed, and kills it if it lingers.
  static func collect(_ process: pid_t) -> WorkerSystem.End {
    let end = wait(for: process, milliseconds: patience)
    return end == .running ? kill(process) : end
  }

  /// Kills a process and waits a little.
  static func kill(_ process: pid_t) -> WorkerSystem.End {
    WorkerSystem.kill(process)
    return wait(for: process, milliseconds: patienceAfterKill)
  }

  private static func wait(for process: pid_t, milliseconds: Int) -> WorkerSystem.End {
    for _ in 0..<milliseconds {
      let end = WorkerSystem.reap(process)
      if end != .running { return end }
      WorkerSystem.sleep(milliseconds: 1)
    }
    return .running
  }
}
