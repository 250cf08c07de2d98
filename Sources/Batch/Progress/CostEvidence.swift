/// The amount of work done in the recent part of a run, and the seconds that it took.
struct CostEvidence: Sendable {
  private(set) var amount = 0.0
  private(set) var seconds = 0.0
  private var begin: Double?
  private var moments: [(time: Double, amount: Double, seconds: Double)] = []

  // Disks deliver in bursts, which mislead in a short window: the last quarter of a run counts.
  private static let windowShare = 0.25
  private static let leastWindow = 30.0
  /// Evidence of at most this many seconds is kept regardless of its age.
  private static let fewSeconds = 0.5
  private static let momentsInWindow = 60.0

  var perSecond: Double { seconds > 0 ? amount / seconds : 0 }

  /// Adds an amount of work and its seconds, and drops measurements older than the window.
  mutating func add(_ more: Double, in moreSeconds: Double, at now: Double) {
    begin = begin ?? now
    let window = max(Self.leastWindow, (now - (begin ?? now)) * Self.windowShare)
    amount += more
    seconds += moreSeconds
    if let last = moments.last, now - last.time < window / Self.momentsInWindow {
      moments[moments.count - 1] = (last.time, last.amount + more, last.seconds + moreSeconds)
    } else {
      moments.append((now, more, moreSeconds))
    }
    while let first = moments.first, first.time <= now - window,
      seconds - first.seconds >= Self.fewSeconds
    {
      amount -= first.amount
      seconds -= first.seconds
      moments.removeFirst()
    }
  }
}
