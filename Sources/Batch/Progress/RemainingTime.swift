import Glibc

/// Estimates how long the rest of a run takes: the work that is left, at the smoothed rate of the
/// work so far.
///
/// The estimate knows nothing of disks, of threads that run out of work, or of formats that take
/// longer here than on another machine; what it learns of them comes through the rate. Users read
/// "about 3 minutes", for which that is enough.
struct RemainingTime: Sendable {
  /// An estimate from less time than this jumps about.
  private static let minimumSeconds = 2.0
  /// The rate is that of about the last quarter of a run, and of at least half a minute. Disks
  /// deliver in bursts of seconds, and a library changes from one format to another within minutes;
  /// with half of this memory the line flickers, with twice as much it lags behind for minutes.
  private static let memoryShare = 0.25
  private static let minimumMemory = 30.0

  private var begin: Double?
  private var last: (time: Double, work: Double) = (0, 0)
  /// Work per second.
  private var rate = 0.0
  private var shown: (time: Double, left: Double)?

  /// Learns how much work was done until now.
  mutating func record(work: Double, at now: Double) {
    guard let begin else {
      begin = now
      last = (now, work)
      return
    }
    let passed = now - last.time
    let elapsed = now - begin
    guard passed > 0 else { return }
    let memory = max(Self.minimumMemory, elapsed * Self.memoryShare)
    // A moving average; the mean of all until there is more than it remembers. By the time that has
    // passed and not by the number of notes, since a busy machine notes more seldom.
    let weight = max(passed / elapsed, passed / (memory + passed))
    let rateNow = max(0, work - last.work) / passed
    rate += (rateNow - rate) * min(1, weight)
    last = (now, work)
  }

  /// Returns nil while nothing can be said.
  ///
  /// A disk that delivers in bursts may change the rate tenfold within a second. The displayed time
  /// changes by at most a quarter from one line to the next, so that it never jumps.
  mutating func secondsLeft(of total: Double, at now: Double) -> Double? {
    guard let begin, now - begin >= Self.minimumSeconds, rate > 0, total > last.work else {
      return nil
    }
    var left = (total - last.work) / rate
    if let shown {
      // A second more than a quarter, so that a time near zero can grow at all.
      let expected = max(0, shown.left - (now - shown.time))
      left = min(max(left, expected * 0.75), expected * 1.25 + 1)
    }
    shown = (now, left)
    return left
  }
}
