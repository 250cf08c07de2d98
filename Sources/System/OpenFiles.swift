import CSandbox
import Glibc

/// The number of files that may be open at once, and what depends on it.
package enum OpenFiles {
  /// Raises the limit as far as the system allows, and returns it.
  package static func raiseLimit() -> Int {
    let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(kind, &limit) == 0 else { return Int.max }
    var raised = limit
    raised.rlim_cur = limit.rlim_max
    // A sandbox may forbid it: the limit then is what it was.
    if unsafe setrlimit(kind, &raised) == 0 {
      limit = raised
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Returns the number of open files that jobs need: standard streams, signals, folders, locks,
  /// entries, run file and cache; for each job its worker, folders and output files, and for each
  /// short recording that it holds at once the file and its points.
  package static func needed(forJobs jobs: Int, batch: Int = 1) -> Int {
    // Measured: a run of one job ends well with 20 descriptors, and fails in its middle with fewer.
    13 + jobs * (5 + 2 * batch)
  }

  /// Returns the number of open files that a merge needs: for each part its manifest and ledger, and
  /// in turn its sightings or the owned lines of its ledger, for each output its folder and lock, and
  /// the rest of the program.
  package static func needed(forParts parts: Int, in outputs: Int) -> Int {
    // `scripts/faults` merges with limits from 4 to 64: a merge says that it is too much, or ends
    // well.
    12 + 3 * parts + 2 * outputs
  }

  /// Returns the number of jobs that can run at once: at most `maximum`, at least one.
  package static func jobs(atMost maximum: Int) -> Int {
    let fixed = needed(forJobs: 0)
    // From the same formula, so that both ways of counting agree.
    let each = needed(forJobs: 1) - fixed
    let possible = (raiseLimit() - fixed) / each
    return max(1, min(maximum, possible))
  }

  /// Returns the number of recordings that each job can hold at once, from one to `maximum`.
  package static func batch(forJobs jobs: Int, atMost maximum: Int) -> Int {
    let limit = raiseLimit()
    return (1...maximum).last { needed(forJobs: jobs, batch: $0) <= limit } ?? 1
  }
}
