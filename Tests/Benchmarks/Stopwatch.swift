import Glibc

/// Measures wall time.
enum Stopwatch {
  /// Returns the median time in seconds, after one warm-up turn that is not counted.
  // The median, since other programs only ever make a turn longer, and some of them much longer.
  static func median(turns: Int = 5, _ work: () throws -> Void) rethrows -> Double {
    try work()
    var took: [Double] = []
    for _ in 0..<turns {
      let start = now()
      try work()
      took.append(now() - start)
    }
    return took.sorted()[turns / 2]
  }

  private static func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
