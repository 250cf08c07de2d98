import CSandbox
import Glibc

/// The limit of open files of this process.
package enum OpenFiles {
  /// Raises the limit to the maximum and returns it.
  package static func raiseLimit() -> Int {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0 else { return Int.max }
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    if unsafe setrlimit(kind, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }

  /// Returns how many open files so many concurrent recordings need: folders, lock, cache and
  /// standard streams, and for each recording its worker, itself, a folder and an output file.
  package static func needed(forJobs jobs: Int) -> Int { 15 + 5 * jobs }

  /// Returns how many recordings can be processed at once: at most `most`, at least one.
  package static func jobs(atMost most: Int) -> Int {
    max(1, min(most, (raiseLimit() - needed(forJobs: 0)) / 5))
  }
}

/// The processors of this machine.
package enum Processors {
  /// The number of processors that this process may use, respecting affinity as set by `taskset`
  /// and containers.
  package static var usable: Int {
    let usable = Int(hidden_usable_processors())
    // More than 1,024 processors do not fit into the set.
    return usable > 0 ? usable : max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }
}

/// Controls whether freed memory returns to the system.
package enum FreedMemory {
  /// Keeps freed memory for the next picture, which needs as much.
  package static func keep() {
    sandbox_keep_memory(megabytes)
  }

  private static let megabytes: CInt = 8
}
