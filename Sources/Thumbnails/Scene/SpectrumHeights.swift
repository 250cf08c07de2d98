import Glibc

/// The heights of bars that show frequencies.
enum SpectrumHeights {
  /// Returns the requested number of bars from a spectrum's bands, averaged or interpolated.
  static func heights(of bands: [Float], count: Int) -> [Float] {
    guard !bands.isEmpty, count != bands.count else { return bands }
    // Fewer bars than bands show all of them; interpolating would leave some out.
    if count < bands.count {
      return (0..<count).map { mean(of: bands, bar: $0, count: count) }
    }
    return (0..<count).map { index in
      let middle = (Double(index) + 0.5) * Double(bands.count) / Double(count)
      // A band is that of its middle, half a band from its start.
      return between(bands, at: middle - 0.5)
    }
  }

  /// Returns bars for a recording without a spectrum: its level with simulated variation.
  static func wobble(level: Float, count: Int) -> [Float] {
    (0..<count).map { index in
      // A hash that shaders have used for decades: the same bars in every picture.
      let spread = sin(12.9898 * Double(index)) * 43758.5453
      let phase = spread - spread.rounded(.down)
      let wobble = 0.5 + 0.5 * sin(2 * .pi * phase)
      // Neither flat nor with bars at zero, which a spectrum seldom has. By eye.
      return Float(Double(level) * (0.45 + 0.55 * wobble))
    }
  }

  private static func mean(of bands: [Float], bar: Int, count: Int) -> Float {
    // Bands and bars in units of which each band has `count` and each bar `bands.count`: integers, so
    // that the shares are exact.
    let start = bar * bands.count
    let end = (bar + 1) * bands.count
    var sum = 0
    var level: Float = 0
    for band in start / count...(end - 1) / count {
      let share = min(end, (band + 1) * count) - max(start, band * count)
      sum += share
      level += bands[band] * Float(share)
    }
    return level / Float(sum)
  }

  /// Returns the value interpolated between the two nearest bands.
  static func between(_ bands: [Float], at position: Double) -> Float {
    let position = position.clamped(min: 0, max: Double(bands.count - 1))
    let low = Int(position)
    let high = min(low + 1, bands.count - 1)
    return bands[low] + (bands[high] - bands[low]) * Float(position - Double(low))
  }
}
