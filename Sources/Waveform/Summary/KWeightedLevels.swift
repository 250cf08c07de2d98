import WavethumbBytes

/// The K-weighted level of a recording over time, from which heights by loudness are drawn.
struct KWeightedLevels: Sendable, Equatable {
  /// Up to this duration a recording has a level per 10 ms, a longer one per 100 ms or more.
  // A minute has 6,000 levels of 10 ms, more than a summary has buckets.
  static let seconds = 60

  var series = LoudnessSeries()
  var secondsPerLevel = 0.01

  init() {}

  /// Returns the levels as buckets of a grid, or nil if there are none.
  func buckets(of grid: TimeGrid, sampleRate: Int, channels: Int) -> [Bucket]? {
    let means = series.meanSquares
    guard !means.isEmpty, grid.frames > 0, sampleRate > 0 else { return nil }
    let scale = 1 / (secondsPerLevel * Double(sampleRate))
    return (0..<grid.count).map { bucket in
      let start = grid.border(bucket)
      let end = grid.border(bucket + 1)
      let from = Double(start) * scale
      let to = Double(end) * scale
      let mean = Self.mean(of: means, from: from, to: to)
      // 0 dB of full scale is 0 LUFS.
      let meanSquare = mean * LoudnessSeries.unitGain
      // The peak is that of a level: there is no other.
      let peak = Float(meanSquare.squareRoot())
      return Bucket(
        energy: meanSquare * Double(end - start) * Double(channels),
        lowest: -peak,
        highest: peak
      )
    }
  }

  /// Returns the mean of levels between two positions, each for its share of the time.
  private static func mean(of levels: [Double], from: Double, to: Double) -> Double {
    var sum = 0.0
    let first = Int(from)
    let last = max(first, Int(to.rounded(.up)) - 1)
    for level in first...last {
      let share = min(to, Double(level + 1)) - max(from, Double(level))
      // The end of a recording has no whole level, and counts as the last one.
      sum += share * levels[min(level, levels.count - 1)]
    }
    return sum / (to - from)
  }
}

extension KWeightedLevels: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    secondsPerLevel = try coder.field(value?.secondsPerLevel)
    try coder.require(secondsPerLevel >= 0.01 && secondsPerLevel < 1e9)
    series = try coder.field(value?.series)
  }
}
