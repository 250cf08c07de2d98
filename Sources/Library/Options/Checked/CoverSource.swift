/// Where the art of an album is looked for.
package enum CoverSource: String, CaseIterable, Sendable {
  /// In the recording, or else in its folder.
  case auto
  case embedded
  case folder

  var looksIntoRecordings: Bool { self != .folder }
  var looksIntoFolders: Bool { self != .embedded }
}
