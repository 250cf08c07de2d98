import Glibc

/// The time of day as files carry it.
package enum WallClock {
  /// Nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
