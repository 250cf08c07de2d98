/// The arrangement of the lanes of several channels.
public enum LaneArrangement: Sendable {
  /// One above the other, each in its own frame.
  case stacked
  /// All in one frame, divided by the renderer.
  case shared
}
