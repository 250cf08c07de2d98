/// What is known of a recording's length before it is measured.
public enum WaveformLength: Sendable, Hashable {
  /// The number of frames is known.
  case known(frames: Int)
  /// Nothing is known: buckets are folded in pairs when they run out.
  case unknown
}
