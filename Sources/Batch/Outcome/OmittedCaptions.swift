import Codecs
import Raster

/// Counts the captions that pictures omit because their letters cannot be drawn.
// Two counts, as one kind has a cure (`--font`) and the other only SVG.
struct OmittedCaptions: Sendable, Equatable {
  var lackingLetters = 0
  /// Captions whose letters join, stack or run from right to left, which needs more than a font.
  var joining = 0

  init() {}

  /// Counts these captions until stopped: a long one takes a tenth of a millisecond.
  init(_ cues: [AudioCue], in typeface: Typeface, isStopped: () -> Bool = { false }) {
    for cue in cues {
      if isStopped() { return }
      if cue.name.isEmpty || typeface.writes(cue.name) { continue }
      if Typeface.mayWriteInSomeFont(cue.name) {
        lackingLetters += 1
      } else {
        joining += 1
      }
    }
  }

  var isEmpty: Bool { lackingLetters + joining == 0 }

  static func += (one: inout OmittedCaptions, other: OmittedCaptions) {
    one.lackingLetters += other.lackingLetters
    one.joining += other.joining
  }
}
