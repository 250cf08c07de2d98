import CSandbox
import Glibc

package enum Processors {
  /// The number of processors that this process may use, as limited by `taskset` or a container.
  package static var usable: Int {
    let usable = Int(hidden_usable_processors())
    // More than 1,024 processors do not fit into the set.
    return usable > 0 ? usable : max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }
}

package enum FreedMemory {
  /// Keeps freed memory for the next picture, which needs as much.
  package static func keep() {
    let megabytes: CInt = 8
    sandbox_keep_memory(megabytes)
  }
}
