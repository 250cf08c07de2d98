extension WaveformSummary {
  /// Returns the stretch, or nil if it is the whole recording; bars of zero duration cover any.
  func partial(_ stretch: ClosedRange<Double>?) -> ClosedRange<Double>? {
    // Without this, bars of the whole would be pooled by seconds, which rounding moves off the borders
    // of buckets.
    let isWhole = duration == 0 || stretch == 0...duration
    return isWhole ? nil : stretch
  }

  func pooled(_ count: Int, within stretch: ClosedRange<Double>) -> [PooledBar] {
    let source = sources
    let width = stretch.upperBound - stretch.lowerBound
    guard count > 0, !source.isEmpty, width > 0, width.isFinite else {
      return [PooledBar](repeating: PooledBar(), count: max(count, 0))
    }
    let density = Double(source.count) / duration
    return (0..<count).map { index in
      let from = (stretch.lowerBound + width * Double(index) / Double(count)) * density
      let to = (stretch.lowerBound + width * Double(index + 1) / Double(count)) * density
      return pooled(source, from: from, to: to)
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
  public func holes(_ count: Int, within stretch: ClosedRange<Double>? = nil) -> [Bool] {
    // Subtracting 1 sets the highest bit of 0 only; a loop without an early exit is vectorized.
    let bits = codes.reduce(0) { $0 | ($1.word &- 1) }
    let hasHole = bits >> 63 == 1
    guard count > 0, hasHole else { return [] }
    let stretch = stretch ?? 0...duration
    let density =
      if duration > 0 {
        Double(codes.count) / duration
      } else {
        0.0
      }
    let width = (stretch.upperBound - stretch.lowerBound) / Double(count)
    let holes = (0..<count).map { index in
      let start = (stretch.lowerBound + width * Double(index)) * density
      // Excludes a bucket that a bar touches only because of rounding.
      let first = Int((start + 1e-6).rounded(.down))
      let end = Int((start + width * density - 1e-6).rounded(.up))
      return first >= 0 && end <= codes.count
        && codes[first..<max(end, first + 1)].allSatisfy(\.isHole)
    }
    let hasWholeBar = holes.contains(true)
    return hasWholeBar ? holes : []
  }
}
