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
      guard let bytes = Self.read(name, in: folder),
        let cues = MarkerFile.cues(bytes, of: recording), !cues.isEmpty
      else { continue }
      var hash = StableHash(seed: UInt64(index))
      hash.add(bytes, 0..<bytes.count)
      self.init(cues: cues, fingerprint: max(1, hash.value))
      return
    }
    self = .none
  }

  package static func names(beside recording: RawPath) -> [RawPath] {
    let name = recording.name.bytes
    let point = name.lastIndex(of: UInt8(ascii: "."))
    let extensionLength = point.map { name.count - $0 } ?? 0
    // A name that only begins with a point has no extension.
    let hasStem = extensionLength < name.count
    let stem = recording.bytes.dropLast(hasStem ? extensionLength : 0)
    return [".chapters.json", ".txt", ".cue"].flatMap { ending in
      [recording.bytes[...], stem].map { RawPath(bytes: $0 + Array(ending.utf8)) }
    }
  }

  private static func read(_ name: RawPath, in folder: borrowing Folder) -> [UInt8]? {
    // Most recordings have none; an unreadable file counts as none.
    try? folder.contents(of: name, atMost: MarkerFile.maximumBytes)
  }
}
