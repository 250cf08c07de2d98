/// The length of a recording as known before measuring.
public enum WaveformLength: Sendable, Hashable {
  /// The number of frames is known.
  case known(frames: Int)
  /// The length is unknown: buckets are merged in pairs when they run out.
  case unknown
}
