/// Where the markers of a recording come from.
package enum MarkerSource: Sendable, Hashable {
  case none
  /// A file next to the recording, or else the cues inside it.
  case automatic
  case file([UInt8])
}
