import CSandbox
import Glibc

/// The processors of this machine.
public enum Processors {
  /// How many this process may use: affinity counts, as `taskset` and containers set it.
  public static var usable: Int {
    var set = cpu_set_t()
    let size = MemoryLayout<cpu_set_t>.size
    guard unsafe sched_getaffinity(0, size, &set) == 0 else { return online }
    let count = unsafe withUnsafeBytes(of: set) { bytes in
      unsafe bytes.reduce(0) { $0 + $1.nonzeroBitCount }
    }
    return max(1, count)
  }

  // More than 1,024 processors do not fit into the set.
  private static var online: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
