import Glibc

extension timespec { var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) } }

/// Processor time and waiting time of processes.
package enum ProcessorTime {
  /// Processor seconds of this process and its ended children.
  package static var own: Double {
    [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, who in
      var usage = rusage()
      guard unsafe getrusage(who.rawValue, &usage) == 0 else { return sum }
      return sum + seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
  }
}

/// A clock that is not affected by changes of the system time.
package enum MonotonicClock {
  package static var seconds: Double {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}

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
