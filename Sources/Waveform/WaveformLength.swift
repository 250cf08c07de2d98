/// The length of a recording as far as it is known before measuring.
public enum WaveformLength: Sendable, Hashable {
  /// The number of frames is known.
  case known(frames: Int)
  /// Nothing is known: buckets are folded in pairs when they run out.
  case unknown
}
