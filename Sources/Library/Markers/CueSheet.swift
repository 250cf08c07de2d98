import Codecs
import WavethumbSystem

/// A cue sheet: the tracks of a disc image, with times in minutes, seconds and frames (1/75 s).
struct CueSheet {
  private struct Track {
    var file: String
    var title = ""
    var start: Double?
  }

  private var file = ""
  private var files: Set<String> = []
  private var tracks: [Track] = []

  /// Returns the tracks of a recording of that name; nil if the bytes are not a cue sheet.
  static func cues(_ bytes: [UInt8], of recording: RawPath) -> [AudioCue]? {
    var sheet = CueSheet()
    for line in MarkerText(bytes).lines {
      sheet.read(line.trimmed)
    }
    guard !sheet.tracks.isEmpty else { return nil }
    // A sheet may be of several files, each with times of its own. Of a single one the name does not
    // matter: somebody may have renamed the recording with its sheet.
    let stem = stem(recording.name.lossyText)
    let isOfMany = sheet.files.count > 1
    return sheet.tracks.compactMap { track in
      let isOfRecording = !isOfMany || track.file == stem
      guard isOfRecording, let start = track.start else { return nil }
      return AudioCue(start: start, name: track.title)
    }
  }

  /// Reads one command with its arguments; unknown ones are passed over.
  private mutating func read(_ line: String) {
    let fields = Self.fields(of: line)
    guard fields.count > 1 else { return }
    switch fields[0].uppercased() {
    case "FILE":
      file = Self.stem(fields[1])
      files.insert(file)
    case "TRACK": tracks.append(Track(file: file))
    case "TITLE":
      // Before the first track, a title is that of the disc.
      if !tracks.isEmpty {
        tracks[tracks.count - 1].title = fields[1]
      }
    case "INDEX":
      // Index 0 is the pause before a track: players jump to index 1.
      let isStart = fields.count > 2 && Int(fields[1]) == 1
      guard isStart, let last = tracks.indices.last else { return }
      tracks[last].start = Self.time(fields[2])
    default: break
    }
  }

  /// Splits a line into fields at white space; text in quotes is one field.
  private static func fields(of line: String) -> [String] {
    var fields: [String] = []
    let parts = line.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      // Every second part is between quotes.
      let isQuoted = index % 2 == 1
      if isQuoted {
        fields.append(String(Substring(part)))
      } else {
        fields += Substring(part).split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    return fields
  }

  /// Reads minutes, seconds and frames, of which there are 75 a second on a disc.
  private static func time(_ text: String) -> Double? {
    let parts = text.split(separator: ":")
    // More than eight digits are no time, and could overflow.
    let areShort = parts.allSatisfy { part in part.count < 9 }
    guard parts.count == 3, areShort else { return nil }
    let numbers = parts.compactMap { part in Int(part) }
    let areValid = numbers.allSatisfy { number in number >= 0 }
    guard numbers.count == 3, areValid else { return nil }
    return Double(numbers[0]) * 60 + Double(numbers[1]) + Double(numbers[2]) / 75
  }

  /// Returns the name of a file without its folder and extension, in lower case: discs are ripped
  /// to other formats.
  private static func stem(_ name: String) -> String {
    // Sheets from Windows have paths with backslashes.
    let isSeparator = [UInt8(ascii: "/"), UInt8(ascii: "\\")].contains
    let parts = name.utf8.split(whereSeparator: isSeparator)
    let last = parts.last.map { part in Substring(part) } ?? ""
    var stem = last
    // A name that only begins with a point has no extension.
    if let point = last.utf8.lastIndex(of: UInt8(ascii: ".")), point > last.startIndex {
      stem = last[..<point]
    }
    // No file system has longer names.
    return String(Substring(stem.unicodeScalars.prefix(255))).lowercased()
  }
}
