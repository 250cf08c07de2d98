/// Collects the gaps of a recording.
struct GapCollector: Sendable {
  private(set) var damage = WaveformDamage()
  /// The gaps that may cover a bucket, in order of time.
  private(set) var ranges: [Range<Int>] = []
  private var latest = 0..<0

  /// Adds the next gap, within the first `frames` frames of the recording.
  mutating func add(_ range: Range<Int>, of frames: Int) {
    guard !range.isEmpty else { return }
    // A damaged stretch may come in pieces: those that touch are one gap.
    if damage.gaps > 0, latest.upperBound == range.lowerBound {
      latest = latest.lowerBound..<range.upperBound
      if ranges.last?.upperBound == range.lowerBound {
        ranges.removeLast()
      }
    } else {
      latest = range
      damage.gaps += 1
    }
    damage.firstGap = damage.firstGap ?? range.lowerBound
    damage.stretches.add(EventRange(start: range.lowerBound, end: range.upperBound))
    damage.framesLost += range.count
    ranges.append(latest)

    // A file can have a gap after each packet. A gap matters for the picture only if it covers a
    // bucket, and of such gaps there are at most as many as buckets.
    guard ranges.count > 2 * WaveformSummary.bucketCount else { return }
    // These are shorter than a bucket, however many frames follow.
    ranges.removeAll { $0.count < frames / WaveformSummary.bucketCount }
  }
}
