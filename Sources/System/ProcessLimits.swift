import CSandbox
import Glibc

/// The processors of this machine.
package enum Processors {
  /// The number of processors that this process may use, as limited by `taskset` or a container.
  // Foundation's number of active processors ignores both.
  package static var usable: Int {
    let usable = Int(hidden_usable_processors())
    if usable > 0 { return usable }
    // More than 1,024 processors do not fit into the set.
    return max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }
}

/// Memory that was freed and may be used again.
package enum FreedMemory {
  /// Keeps freed memory for the next picture, which needs as much.
  // The system would have to clear the pages of each canvas again: measured, 7 % of a redraw. 8 MB, a
  // canvas of 2,000 by 1,000, are a guess.
  package static func keep() {
    let megabytes: CInt = 8
    sandbox_keep_memory(megabytes)
  }
}
