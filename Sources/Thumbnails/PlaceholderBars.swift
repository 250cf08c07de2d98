/// Bars of one height, where a recording has not been decoded yet.
struct PlaceholderBars {
  static let height: Float = 0.12

  /// How much of the recording has been decoded.
  private let known: Double

  /// Placeholders, nil where the whole recording is decoded, or where bars do not stand for times.
  init?(_ look: ThumbnailLook, _ content: WaveformContent) {
    guard let loaded = look.loaded, loaded < 1, content == .time else { return nil }
    known = max(0, loaded)
  }

  // The share of all bars that grow behind the place that decoding has reached.
  private static let growing = 0.08

  /// The heights, with placeholders for unknown ones and a smooth start for the latest.
  func covering(_ heights: [Float]) -> [Float] {
    let whole = min(heights.count, Int(known * Double(heights.count)))
    let steps = Float(Int(Self.growing * Double(heights.count)) + 1)
    return heights.enumerated().map { index, height in
      let way = min(1, max(0, Float(whole - index) / steps))
      // A smooth step: slow at its begin and at its end.
      let grown = way * way * (3 - 2 * way)
      return way == 1 ? height : Self.height + (height - Self.height) * grown
    }
  }

  /// The playhead, no farther than decoding has come.
  func playhead(_ playhead: Double?) -> Double {
    min(playhead ?? 1, known)
  }
}

extension ThumbnailLevels {
  mutating func cover(with placeholders: PlaceholderBars) {
    lanes = lanes.map { lane in
      var lane = lane
      lane.heights = placeholders.covering(lane.heights)
      lane.behind = lane.behind.map(placeholders.covering)
      lane.lows = lane.lows.map { placeholders.covering($0.map(-)).map(-) }
      return lane
    }
  }
}
