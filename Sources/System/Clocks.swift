import Glibc

/// Time that no clock setting changes.
package enum MonotonicClock {
  package static var seconds: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}

/// The time of day as files carry it.
package enum WallClock {
  /// Nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
