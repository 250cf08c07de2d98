/// Bars of one height, where a recording has not been decoded yet.
struct PlaceholderBars {
  static let height: Float = 0.12

  /// How much of the recording has been decoded.
  private let known: Double

  /// Nothing where all of it has been, or where bars are not those of times.
  init?(_ look: ThumbnailLook, _ content: WaveformContent) {
    guard let loaded = look.loaded, loaded < 1, content == .time else { return nil }
    known = max(0, loaded)
  }

  /// Heights of which those that may still grow are covered up.
  func covering(_ heights: [Float]) -> [Float] {
    let whole = min(heights.count, Int(known * Double(heights.count)))
    return heights.prefix(whole)
      + [Float](repeating: Self.height, count: heights.count - whole)
  }

  /// What is not known has not been played either.
  func playhead(_ playhead: Double?) -> Double {
    min(playhead ?? 1, known)
  }
}

extension ThumbnailLevels {
  mutating func cover(with placeholders: PlaceholderBars) {
    lanes = lanes.map { lane in
      Lane(
        heights: placeholders.covering(lane.heights),
        behind: lane.behind.map(placeholders.covering))
    }
  }
}
