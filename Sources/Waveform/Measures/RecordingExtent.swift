/// The time that a whole recording takes, and what of it could not be decoded.
package struct RecordingExtent: Sendable {
  package let frames: Int
  package let sampleRate: Int
  let damage: WaveformDamage
  let gaps: [Range<Int>]

  /// Returns a summary of these buckets, or nil if they do not divide this time.
  // A lying worker may send any number of buckets, and gaps are entered by index.
  func summary(of buckets: [Bucket], channels: Int) -> WaveformSummary? {
    guard buckets.count == min(frames, WaveformSummary.bucketCount) else { return nil }
    return WaveformSummary(
      buckets: buckets,
      frames: frames,
      sampleRate: sampleRate,
      channels: channels,
      damage: damage,
      gaps: gaps
    )
  }
}
