/// What is known of a recording's length before it is measured.
public enum WaveformLength: Sendable, Hashable {
  case known(frames: Int)
  case unknown
}
