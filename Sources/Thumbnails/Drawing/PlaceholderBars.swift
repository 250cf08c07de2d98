/// Bars of equal height for the part of a recording that has not been decoded yet.
struct PlaceholderBars {
  // By eye: visible, but lower than most bars.
  static let height: Float = 0.12

  /// The decoded fraction of the recording.
  private let known: Double

  /// Creates placeholders; nil if the whole recording is decoded, or if bars do not show time.
  init?(of look: ThumbnailLook, content: WaveformContent) {
    guard let loaded = look.loaded, loaded < 1, content == .time else { return nil }
    known = max(0, loaded)
  }

  // The fraction of bars before the decoding position that are still growing. By eye: a previewed
  // picture changes twice a second, and bars that jump to their height look like an error.
  private static let growing = 0.08

  /// Returns the heights, with placeholders for unknown ones and a smooth transition.
  func covering(_ heights: [Float]) -> [Float] {
    let whole = min(heights.count, Int(known * Double(heights.count)))
    let growing = Int(Self.growing * Double(heights.count))
    // At least one step, also of a picture with a few bars.
    let steps = Float(growing + 1)
    return heights.enumerated().map { index, height in
      let progress = min(1, max(0, Float(whole - index) / steps))
      // Smoothstep interpolation.
      let grown = progress * progress * (3 - 2 * progress)
      return if progress == 1 {
        height
      } else {
        Self.height + (height - Self.height) * grown
      }
    }
  }

  /// Returns the playhead, limited to the decoded part.
  func playhead(_ playhead: Double?) -> Double { min(playhead ?? 1, known) }
}
