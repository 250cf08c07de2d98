extension HeardLevels {
  /// Creates the levels of a part, which may be the whole recording.
  init(_ part: SoundPart) {
    self.init()
    guard part.isWeighted else { return }
    if part.frames <= Self.seconds * part.sampleRate {
      series = part.ticks
    } else {
      // At most as many as a summary has buckets, which could not show more.
      let means = part.loudness.meanSquares
      let step = (means.count - 1) / WaveformSummary.bucketCount + 1
      secondsPerLevel = 0.1 * Double(step)
      for first in stride(from: 0, to: means.count, by: step) {
        let some = means[first..<min(first + step, means.count)]
        series.add(meanSquare: some.reduce(0, +) / Double(some.count))
      }
    }
  }
}
