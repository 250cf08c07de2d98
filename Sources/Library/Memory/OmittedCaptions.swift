package import Codecs
package import Raster

/// Captions that pictures leave out, because they would be garbled.
package struct OmittedCaptions: Sendable, Equatable {
  /// Their letters are not there; another font may have them.
  package var lackingLetters = 0
  /// Their letters join, stack or run from right to left, which no font alone can do.
  package var joining = 0

  package init() {}

  package init(_ cues: [AudioCue], in typeface: Typeface) {
    for cue in cues where !cue.name.isEmpty && !typeface.writes(cue.name) {
      if Typeface.mayWriteInSomeFont(cue.name) { lackingLetters += 1 } else { joining += 1 }
    }
  }

  package var isEmpty: Bool { lackingLetters + joining == 0 }

  package static func += (one: inout OmittedCaptions, other: OmittedCaptions) {
    one.lackingLetters += other.lackingLetters
    one.joining += other.joining
  }
}
