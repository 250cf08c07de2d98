import Glibc

/// The time of day, which the system may set back.
package enum WallClock {
  /// Nanoseconds since 1970.
  package static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.nanoseconds
  }

  /// Seconds since 1970.
  package static var seconds: Int64 { now / 1_000_000_000 }
}
