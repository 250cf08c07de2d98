extension WaveformSummary {
  /// Creates a summary of points measured elsewhere: alternating lowest and highest values of 16
  /// bits.
  ///
  /// Its levels are peaks for every measure.
  package init(extremes: [Int16], sampleRate: Int, channels: Int, duration: Double) {
    // As Int: the magnitude of the lowest value of 16 bits is no signed number of 16 bits.
    let largest = extremes.reduce(0) { largest, value in
      max(largest, Int(value.magnitude))
    }
    let peak = Float(largest) / Float(Self.fullScale)
    self.init(
      frames: extremes.count / 2,
      sampleRate: sampleRate,
      channels: channels,
      peak: peak,
      rms: Double(peak),
      truncated: false,
      duration: duration,
      givenBars: nil,
      givenExtremes: extremes,
      loudest: 0,
      codes: []
    )
  }

  private static let fullScale = 32768.0

  /// Joins p points into n bars: bar i covers points i·p/n to (i+1)·p/n, rounded down, at least
  /// one.
  // Whole points, unlike buckets: half of a point has no lowest value of its own, and given peaks are
  // drawn as they are.
  func joined(_ extremes: [Int16], into count: Int) -> [PooledBar] {
    let points = extremes.count / 2
    guard points > 0 else { return [PooledBar](repeating: PooledBar(), count: count) }
    return (0..<count).map { index in
      let start = index * points / count
      let end = max(start + 1, (index + 1) * points / count)
      var low = Int16.max
      var high = Int16.min
      for point in start..<end {
        low = min(low, extremes[2 * point])
        high = max(high, extremes[2 * point + 1])
      }
      return Self.bar(from: low, to: high)
    }
  }

  /// Returns each point as a bar.
  func bars(of extremes: [Int16]) -> [PooledBar] {
    stride(from: 0, to: extremes.count - 1, by: 2).map { index in
      Self.bar(from: extremes[index], to: extremes[index + 1])
    }
  }

  private static func bar(from low: Int16, to high: Int16) -> PooledBar {
    var bar = PooledBar(
      weight: 1,
      energy: 0,
      lowest: Double(low) / fullScale,
      highest: Double(high) / fullScale
    )
    // Points have no RMS, so the peak stands for it.
    bar.energy = bar.peak * bar.peak
    return bar
  }
}
