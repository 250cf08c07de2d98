import CSandbox
import Glibc

/// The processors of this machine.
package enum Processors {
  /// How many this process may use: affinity counts, as `taskset` and containers set it.
  package static var usable: Int {
    let usable = Int(hidden_usable_processors())
    // More than 1,024 processors do not fit into the set.
    return usable > 0 ? usable : max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }
}
