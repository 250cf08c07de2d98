package import Codecs
package import WavethumbSystem

/// A file of markers in a known format, recognized by its content.
package enum MarkerFile {
  /// The maximum size, larger than any hand-written list of markers.
  package static let maximumBytes = 1 << 20

  /// Returns the markers of a recording of that name; nil for an unknown format.
  package static func cues(_ bytes: [UInt8], of recording: RawPath) -> [AudioCue]? {
    guard bytes.count <= maximumBytes else { return nil }
    let firstVisible = bytes.first { byte in !blanks.contains(byte) }
    if firstVisible == UInt8(ascii: "{") { return ChaptersFile.cues(bytes)?.inOrder }
    // Labels first: one line that is none rules them out, where a cue sheet passes over unknown lines.
    let cues = LabelFile.cues(bytes) ?? CueSheet.cues(bytes, of: recording)
    return cues?.inOrder
  }

  // A byte order mark counts as blank.
  private static let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
}

extension [AudioCue] {
  // Untuned. A picture of 600 pixels shows no more, and each is an element of the manifest.
  private static var maximumCount: Int { 1000 }

  /// The valid cues in order of time, up to a limit.
  var inOrder: [AudioCue] {
    let valid = filter { cue in cue.start.isFinite && cue.start >= 0 }
    let sorted = valid.sorted { one, other in one.start < other.start }
    // Of a hundred thousand cues only the first thousand are processed further.
    let cues = sorted.prefix(Self.maximumCount).enumerated().map { index, cue in
      var cue = cue
      if let end = cue.end, !end.isFinite || end <= cue.start {
        cue.end = nil
      }
      cue.name = MarkerLabel.bounded(cue.name)
      cue.index = index
      return cue
    }
    return cues.withoutEndsThatMeet
  }

  // The end of one chapter and the beginning of the next may differ by a frame: of video 0.04 s, of a
  // cue sheet 0.013 s. Above both.
  private static var minimumGap: Double { 0.1 }

  /// The cues, without ends if stretches follow each other without a gap: bands over the whole
  /// recording would be useless.
  private var withoutEndsThatMeet: [AudioCue] {
    var cues = self
    for (index, next) in enumerated().dropFirst() {
      guard let end = self[index - 1].end, abs(next.start - end) < Self.minimumGap else {
        continue
      }
      cues[index - 1].end = nil
      cues[index].end = nil
    }
    return cues
  }
}

/// The name of a marker, cut to a length that can be drawn and listed.
private enum MarkerLabel {
  // More than any picture has room for.
  private static let maximumCharacters = 200
  // Characters are no bound: one letter with 100,000 combining marks is one, and takes for ever to
  // draw.
  private static let maximumBytes = 1024
  /// The emoji of a family of four with skin tones has eleven; no script needs more per letter.
  private static let maximumScalarsPerCharacter = 16

  /// Returns the beginning of a text, with blanks for control characters and trimmed.
  static func bounded(_ text: String) -> String {
    // Characters are compared only within the byte limit.
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumBytes)))
    var label = ""
    for character in start.prefix(maximumCharacters) {
      let scalars = character.unicodeScalars.prefix(maximumScalarsPerCharacter)
      let hasControl = scalars.contains(where: isControl)
      let shown = hasControl ? " " : String(scalars)
      if label.utf8.count + shown.utf8.count > maximumBytes { break }
      label += shown
    }
    return label.trimmed
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
