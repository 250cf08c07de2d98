package import Codecs
import WavethumbBytes
package import WavethumbSystem

/// The marker file next to a recording.
package struct MarkersBeside: Sendable {
  package let cues: [AudioCue]
  /// The fingerprint of that file's name and content, to detect changes; 0 if there is none.
  package let fingerprint: UInt64

  package static let none = MarkersBeside(cues: [], fingerprint: 0)

  private init(cues: [AudioCue], fingerprint: UInt64) {
    self.cues = cues
    self.fingerprint = fingerprint
  }

  /// Looks for `a.mp3.chapters.json`, `a.chapters.json`, then labels in `.txt`, then a `.cue`: the
  /// first with any markers counts.
  package init(_ recording: RawPath, in folder: borrowing Folder) {
    for (index, name) in Self.names(beside: recording).enumerated() {
      guard let bytes = Self.read(name, in: folder) else { continue }
      let cues = MarkerFile.cues(bytes, of: recording) ?? []
      if cues.isEmpty { continue }
      // The name by its index in the list: a file that is renamed within it may be read as another kind.
      var hash = StableHash(seed: UInt64(index))
      hash.add(bytes, 0..<bytes.count)
      self.init(cues: cues, fingerprint: max(1, hash.value))
      return
    }
    self = .none
  }

  /// The names of files with markers of a recording, the most specific first.
  package static func names(beside recording: RawPath) -> [RawPath] {
    var names: [RawPath] = []
    for fileExtension in [".chapters.json", ".txt", ".cue"] {
      for start in [recording.bytes[...], pathWithoutExtension(recording)] {
        names.append(RawPath(bytes: start + Array(fileExtension.utf8)))
      }
    }
    return names
  }

  private static func pathWithoutExtension(_ recording: RawPath) -> ArraySlice<UInt8> {
    let name = recording.name.bytes
    // A name that only begins with a point has no extension.
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > 0 else {
      return recording.bytes[...]
    }
    return recording.bytes.dropLast(name.count - point)
  }

  private static func read(_ name: RawPath, in folder: borrowing Folder) -> [UInt8]? {
    // Most recordings have none; an unreadable file counts as none.
    try? folder.contents(of: name, atMost: MarkerFile.maximumBytes)
  }
}
