import Glibc

/// Time that no clock setting changes.
package enum MonotonicClock {
  package static var seconds: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}
