import Glibc

/// Ends workers and returns how they ended.
enum WorkerEnding {
  /// Waits a little for a process whose socket has closed, and kills it if it lingers.
  static func collect(_ process: pid_t) -> WorkerSystem.End {
    for _ in 0..<200 {
      let end = WorkerSystem.reap(process)
      if end != .running { return end }
      WorkerSystem.sleep(milliseconds: 1)
    }
    return kill(process)
  }

  /// Kills a process and waits a little; a process that waits for a broken disk cannot end.
  static func kill(_ process: pid_t) -> WorkerSystem.End {
    WorkerSystem.kill(process)
    for _ in 0..<200 {
      let end = WorkerSystem.reap(process)
      if end != .running { return end }
      WorkerSystem.sleep(milliseconds: 1)
    }
    return .running
  }
}
