/// What is to become of the pictures that file managers show.
public enum DesktopAction: String, CaseIterable, Sendable {
  /// File managers of this user ask wavethumb for pictures of recordings.
  case enable
  /// They no longer do.
  case disable
  /// Says who is asked.
  case status
}
