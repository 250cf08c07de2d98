extension WaveformSummary {
  /// Returns the stretch, or nil if it is the whole recording; bars of zero duration cover any.
  func partial(_ stretch: ClosedRange<Double>?) -> ClosedRange<Double>? {
    // Without this, bars of the whole would be pooled by seconds, which rounding moves off the borders
    // of buckets.
    let isWhole = duration == 0 || stretch == 0...duration
    if isWhole { return nil }
    return stretch
  }

  /// Returns the bars of a stretch of seconds; empty ones outside the recording.
  func pooled(_ count: Int, within stretch: ClosedRange<Double>) -> [PooledBar] {
    let source = sources
    let width = stretch.upperBound - stretch.lowerBound
    guard count > 0, !source.isEmpty, width > 0, width.isFinite else {
      return [PooledBar](repeating: PooledBar(), count: max(count, 0))
    }
    let bucketsPerSecond = Double(source.count) / duration
    func border(_ bar: Int) -> Double {
      let time = stretch.lowerBound + width * Double(bar) / Double(count)
      return time * bucketsPerSecond
    }
    return (0..<count).map { bar in
      pooled(source, from: border(bar), to: border(bar + 1))
    }
  }

  /// Pools the buckets between two positions, weighting those at the ends by their share.
  func pooled(_ source: [PooledBar], from: Double, to: Double) -> PooledBar {
    var bar = PooledBar()
    let bounds = 0...Double(source.count)
    let start = min(max(from, bounds.lowerBound), bounds.upperBound)
    let end = min(max(to, bounds.lowerBound), bounds.upperBound)
    guard start < end else { return bar }
    for bucket in Int(start)..<Int(end.rounded(.up)) {
      let share = min(end, Double(bucket + 1)) - max(start, Double(bucket))
      if share > 0 {
        bar.add(source[bucket], share: share)
      }
    }
    return bar
  }
}

extension WaveformSummary {
  /// Returns whether each of `count` bars of equal time is wholly in a gap; empty if none is.
  ///
  /// The bars are those of a stretch of seconds, or of the whole recording.
  public func gaps(_ count: Int, within stretch: ClosedRange<Double>? = nil) -> [Bool] {
    guard count > 0, hasHole else { return [] }
    let stretch = stretch ?? 0...duration
    let bucketsPerSecond =
      if duration > 0 {
        Double(codes.count) / duration
      } else {
        0.0
      }
    let width = (stretch.upperBound - stretch.lowerBound) / Double(count)
    let gaps = (0..<count).map { bar in
      let start = (stretch.lowerBound + width * Double(bar)) * bucketsPerSecond
      return areHoles(from: start, to: start + width * bucketsPerSecond)
    }

    // No bar is left out then, and nobody needs to ask for each.
    guard gaps.contains(true) else { return [] }
    return gaps
  }

  private var hasHole: Bool {
    // Subtracting 1 sets the highest bit of 0 only; a loop without an early exit is vectorized.
    let bits = codes.reduce(0) { $0 | ($1.word &- 1) }
    return bits >> 63 == 1
  }

  /// Returns whether all buckets between two positions are gaps; false outside the recording.
  private func areHoles(from start: Double, to stop: Double) -> Bool {
    // Excludes a bucket that a bar touches only because of rounding.
    let first = Int((start + 1e-6).rounded(.down))
    let end = Int((stop - 1e-6).rounded(.up))
    guard first >= 0, end <= codes.count else { return false }
    return codes[first..<max(end, first + 1)].allSatisfy(\.isGap)
  }
}
