/// How long recent work took, and how long it was expected to take.
struct CostEvidence: Sendable {
  private(set) var expected = 0.0
  private(set) var taken = 0.0
  /// Of the recordings that it was done on.
  private(set) var bytes = 0.0
  private var begin: Double?
  private var moments: [(time: Double, expected: Double, taken: Double, bytes: Double)] = []

  // Disks deliver in bursts, which mislead in a short window: the last quarter of a run counts, and
  // at least these seconds.
  private static let leastWindow = 30.0
  private static let windowShare = 0.25
  private static let momentSeconds = 0.5
  // Less is kept for as long as it is all.
  private static let enoughSeconds = 0.5

  /// Adds evidence; forgets what is older than the last quarter of the time and than half a minute,
  /// as long as enough remains.
  mutating func add(
    expected more: Double, taken seconds: Double, bytes moreBytes: Double, at now: Double
  ) {
    expected += more
    taken += seconds
    bytes += moreBytes
    if let last = moments.indices.last, now - moments[last].time < Self.momentSeconds {
      moments[last].expected += more
      moments[last].taken += seconds
      moments[last].bytes += moreBytes
    } else {
      moments.append((now, more, seconds, moreBytes))
    }
    let start = begin ?? now
    begin = start
    let window = Self.window(since: start, until: now)
    while let first = moments.first, first.time <= now - window,
      taken - first.taken >= Self.enoughSeconds
    {
      expected -= first.expected
      taken -= first.taken
      bytes -= first.bytes
      moments.removeFirst()
    }
  }

  /// The seconds that count of a run that began then.
  static func window(since begin: Double, until now: Double) -> Double {
    max(leastWindow, (now - begin) * windowShare)
  }
}
