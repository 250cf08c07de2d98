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
    let stem = stem(recording.name.lossyText)
    let isOfMany = sheet.files.count > 1
    return sheet.tracks.compactMap { track in
      guard !isOfMany || track.file == stem, let start = track.start else { return nil }
      return AudioCue(start: start, name: track.title)
    }
  }

  private mutating func read(_ line: String) {
    let words = Self.words(line)
    guard words.count > 1 else { return }
    switch words[0].uppercased() {
    case "FILE":
      file = Self.stem(words[1])
      files.insert(file)
    case "TRACK": tracks.append(Track(file: file))
    case "TITLE":
      if !tracks.isEmpty {
        tracks[tracks.count - 1].title = words[1]
      }
    case "INDEX":
      // Index 0 is the pause before a track: players jump to index 1.
      guard words.count > 2, let last = tracks.indices.last, Int(words[1]) == 1 else { return }
      tracks[last].start = Self.time(words[2])
    default: break
    }
  }

  /// Splits a line into words, respecting quotes.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    let parts = line.utf8.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      // Every second part is between quotes.
      let isQuoted = index % 2 == 1
      if isQuoted {
        words.append(String(Substring(part)))
      } else {
        words += Substring(part).split(whereSeparator: \.isWhitespace).map(String.init)
      }
    }
    return words
  }

  private static func time(_ text: String) -> Double? {
    // More than eight digits are no time, and could overflow.
    let parts = text.split(separator: ":")
    guard parts.count == 3, parts.allSatisfy({ $0.count < 9 }) else { return nil }
    guard let minutes = Int(parts[0]), let seconds = Int(parts[1]), let frames = Int(parts[2])
    else { return nil }
    guard minutes >= 0, seconds >= 0, frames >= 0 else { return nil }
    return Double(minutes) * 60 + Double(seconds) + Double(frames) / 75
  }

  /// Returns the name of a file without its folder and extension, in lower case: discs are ripped
  /// to other formats.
  private static func stem(_ name: String) -> String {
    let isSeparator = [UInt8(ascii: "/"), UInt8(ascii: "\\")].contains
    let last = Substring(name.utf8.split(whereSeparator: isSeparator).last ?? ""[...].utf8)
    var stem = last
    // A name that only begins with a point has no extension.
    if let point = last.utf8.lastIndex(of: UInt8(ascii: ".")), point > last.startIndex {
      stem = last[..<point]
    }
    // No file system has longer names.
    return String(Substring(stem.unicodeScalars.prefix(255))).lowercased()
  }
}
