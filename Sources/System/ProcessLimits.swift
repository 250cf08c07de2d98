import CSandbox
import Glibc

/// How many files this process may have open at once.
package enum OpenFiles {
  /// Asks for as many as the system grants, and answers how many those are.
  package static func raiseLimit() -> Int {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0 else { return Int.max }
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    if unsafe setrlimit(kind, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }

  /// How many may be open while so many recordings are worked on at once: folders, lock, cache and
  /// what the process began with; for each its worker, its recording, a folder and a file that is
  /// written.
  package static func needed(forJobs jobs: Int) -> Int { 15 + 5 * jobs }

  /// How many recordings can be worked on at once, `most` or fewer but one.
  package static func jobs(atMost most: Int) -> Int {
    max(1, min(most, (raiseLimit() - needed(forJobs: 0)) / 5))
  }
}

/// The processors of this machine.
package enum Processors {
  /// How many this process may use: affinity counts, as `taskset` and containers set it.
  package static var usable: Int {
    let usable = Int(hidden_usable_processors())
    // More than 1,024 processors do not fit into the set.
    return usable > 0 ? usable : max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }
}

/// What is freed stays with the process for what is needed next.
package enum FreedMemory {
  /// Keeps what one picture gives back for the next, which needs as much.
  package static func keep() {
    sandbox_keep_memory(megabytes)
  }

  private static let megabytes: CInt = 8
}
