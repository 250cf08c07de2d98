/// Where the markers of a recording come from.
package enum MarkerSource: Sendable, Hashable {
  case none
  /// A file beside the recording, or else the cues inside it.
  case automatic
  /// A file that was named.
  case file([UInt8])
}
