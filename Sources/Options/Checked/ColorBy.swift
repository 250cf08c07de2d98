/// What the colors of bars follow.
package enum ColorBy: String, CaseIterable, Sendable {
  /// The mean frequency of each bar.
  case pitch
  /// The levels of low, mid and high frequencies.
  case bands
}
