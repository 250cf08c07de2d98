/// How fast a run goes lately, by what its recordings cost.
struct RunPace: Sendable {
  private var moments: [(elapsed: Double, work: Double)] = []

  private static let window = 30.0
  // A pace of less than that is no pace yet.
  private static let leastSeconds = 2.0

  /// Takes note of how far the run is; moments closer than half a second are one.
  mutating func note(_ progress: RunProgress) {
    // The time of the crawl does not tell the time of decoding.
    if progress.isCrawling { return }
    if let last = moments.last, progress.elapsedSeconds - last.elapsed < 0.5 { return }
    moments.append((progress.elapsedSeconds, progress.workDone))
    let horizon = progress.elapsedSeconds - Self.window
    while moments.count > 2, moments[1].elapsed <= horizon { moments.removeFirst() }
  }

  /// Seconds until all is done at that pace, or nil where that cannot be told yet.
  func secondsLeft(_ progress: RunProgress) -> Double? {
    guard let first = moments.first else { return nil }
    let elapsed = progress.elapsedSeconds - first.elapsed
    let work = progress.workDone - first.work
    let left = progress.workFound - progress.workDone
    guard elapsed >= Self.leastSeconds, work > 0, left > 0 else { return nil }
    return left * elapsed / work
  }
}
