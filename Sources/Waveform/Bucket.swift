/// A stretch of samples: the sum of their squares, the lowest and the highest.
struct Bucket: Sendable, Equatable {
  var energy: Double
  var lowest: Float
  var highest: Float

  /// A stretch in which there is nothing yet.
  static var empty: Bucket { Bucket(energy: 0, lowest: .infinity, highest: -.infinity) }

  var peak: Float { max(-lowest, highest, 0) }

  mutating func merge(_ other: Bucket) {
    energy += other.energy
    widen(to: other)
  }

  mutating func widen(to other: Bucket) {
    lowest = min(lowest, other.lowest)
    highest = max(highest, other.highest)
  }
}

extension [Bucket] {
  /// Merges neighbours in pairs, which halves the count.
  mutating func fold() {
    let half = count / 2
    for index in 0..<half {
      var merged = self[2 * index]
      merged.merge(self[2 * index + 1])
      self[index] = merged
    }
    if count % 2 == 1 { self[half] = self[count - 1] }
    removeLast(half)
  }

  /// Shares these buckets out over an even grid, in proportion to time.
  ///
  /// Bucket i ends before frame `ends[i]`; the extremes go where most of the bucket goes.
  func shared(over grid: TimeGrid, ends: (Int) -> Int) -> [Bucket] {
    guard grid.frames > 0 else { return [] }
    var shares = [Bucket](repeating: .empty, count: grid.count)
    var target = 0
    var start = 0
    for (index, bucket) in enumerated() {
      let end = Swift.min(ends(index), grid.frames)
      var (widest, widestShare) = (target, 0)
      var cursor = start
      while cursor < end {
        let stop = Swift.min(end, grid.border(target + 1))
        if stop - cursor > widestShare { (widest, widestShare) = (target, stop - cursor) }
        shares[target].energy += bucket.energy * (Double(stop - cursor) / Double(end - start))
        cursor = stop
        if cursor == grid.border(target + 1), target + 1 < grid.count { target += 1 }
      }
      if widestShare > 0 { shares[widest].widen(to: bucket) }
      start = Swift.max(start, end)
    }
    return shares.map(\.settled)
  }
}

extension Bucket {
  /// The same stretch with extremes that are numbers: where none came, silence.
  fileprivate var settled: Bucket {
    guard lowest <= highest else { return Bucket(energy: energy, lowest: 0, highest: 0) }
    return self
  }
}
