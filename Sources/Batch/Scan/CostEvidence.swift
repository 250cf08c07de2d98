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
  // With this much evidence, that of other work no longer counts.
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
    let window = max(Self.leastWindow, (now - start) * Self.windowShare)
    while let first = moments.first, first.time <= now - window,
      taken - first.taken >= Self.enoughSeconds
    {
      expected -= first.expected
      taken -= first.taken
      bytes -= first.bytes
      moments.removeFirst()
    }
  }

  /// How many times longer than expected the work took; of other work where there is little
  /// evidence.
  func factor(or others: Double) -> Double {
    guard expected > 0, taken > 0 else { return others }
    let weight = min(1, taken / Self.enoughSeconds)
    return weight * taken / expected + (1 - weight) * others
  }

  /// The same beside what is expected of other work, which weighs as much as evidence of so many
  /// expected seconds.
  func factor(besides others: Double, weighing seconds: Double) -> Double {
    (taken + others * seconds) / (expected + seconds)
  }
}
