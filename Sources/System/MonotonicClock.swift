import Glibc

/// A clock that is not affected by changes of the system time.
package enum MonotonicClock {
  package static var seconds: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}
