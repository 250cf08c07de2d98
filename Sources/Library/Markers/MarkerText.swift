import Codecs
import Raster
import WavethumbBytes

/// The text of a file written by hand or by any program, line by line.
struct MarkerText {
  /// The lines that are not blank, cut to a maximum length.
  let lines: [String]

  /// In scalars, because a character has no maximum length and each line is read several times.
  // No label is that long, as 200 characters of it are shown.
  private static let maximumLineLength = 4096

  /// Decodes UTF-8 or UTF-16 if valid, else Latin-1, in which every byte is valid.
  init(_ bytes: [UInt8]) {
    let scalars = Self.text(bytes).unicodeScalars
    lines = scalars.split(whereSeparator: Self.isNewline).map { line in
      String(Substring(line.prefix(Self.maximumLineLength)))
    }
  }

  // What Unicode calls a line break: a program may have written any of them.
  private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  static func text(_ bytes: [UInt8]) -> String {
    // Byte order marks: of UTF-16 in either order, and of UTF-8.
    if bytes.starts(with: [0xFF, 0xFE]) {
      return utf16Text(bytes) { first, second in first | second << 8 }
    }
    if bytes.starts(with: [0xFE, 0xFF]) {
      return utf16Text(bytes) { first, second in first << 8 | second }
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let body = bytes.dropFirst(hasMark ? 3 : 0)
    if let text = String(validating: body, as: UTF8.self) { return text }
    // The first 256 scalars of Unicode are the characters of Latin-1.
    return String(String.UnicodeScalarView(body.map { byte in Unicode.Scalar(byte) }))
  }

  /// Decodes the bytes after a byte order mark, each two of them joined to a unit.
  private static func utf16Text(
    _ bytes: [UInt8],
    joining join: (UInt16, UInt16) -> UInt16
  ) -> String {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      join(UInt16(bytes[index]), UInt16(bytes[index + 1]))
    }
    return String(decoding: units, as: UTF16.self)
  }
}

extension StringProtocol {
  /// The text without blanks around it.
  package var trimmed: String {
    var text = Substring(self)
    // Most texts begin and end with ASCII letters, which need no lookup of grapheme breaks.
    while !text.utf8.prefix(2).allSatisfy(\.isVisible) {
      guard let first = text.first, first.isWhitespace else { break }
      text.removeFirst()
    }
    while !(text.utf8.last?.isVisible ?? false) {
      guard let last = text.last, last.isWhitespace else { break }
      text.removeLast()
    }
    return String(text)
  }

  /// A number of seconds with a decimal point or comma.
  package var seconds: Double? {
    let trimmed = trimmed.utf8
    // No time has that many digits.
    guard trimmed.count < 40, trimmed.allSatisfy(\.isOfNumber) else { return nil }
    // A comma from programs that follow the locale.
    let digits = trimmed.map { byte in
      let isComma = byte == UInt8(ascii: ",")
      return isComma ? UInt8(ascii: ".") : byte
    }
    let text = String(decoding: digits, as: UTF8.self)
    // A billion seconds are 31 years: beyond, the file is not one of times.
    guard let value = Double(text), value.isFinite, abs(value) < 1e9 else { return nil }
    return value
  }
}

extension UInt8 {
  fileprivate var isVisible: Bool { self > 0x20 && self < 0x7F }

  fileprivate var isOfNumber: Bool { isASCIIDigit || ".,-".utf8.contains(self) }
}

/// A label track as Audacity exports it: lines of start, end and name, separated by tabs.
enum LabelFile {
  /// Returns the labels; nil if a line is anything else, so that other text files are ignored.
  static func cues(_ bytes: [UInt8]) -> [AudioCue]? {
    var cues: [AudioCue] = []
    for line in MarkerText(bytes).lines {
      // Lines of frequencies follow labels that were made in a spectrum.
      if line.utf8.first == UInt8(ascii: "\\") { continue }
      if line.trimmed.isEmpty { continue }
      // Two splits: a name may have tabs.
      let parts = line.utf8.split(
        separator: UInt8(ascii: "\t"),
        maxSplits: 2,
        omittingEmptySubsequences: false
      )
      let fields = parts.map { part in Substring(part) }
      guard fields.count >= 2 else { return nil }
      guard let start = fields[0].seconds, let end = fields[1].seconds else { return nil }
      let name = fields.count > 2 ? fields[2].trimmed : ""
      // A label of a point has its start as its end.
      let cueEnd = end > start ? end : nil
      cues.append(AudioCue(start: start, end: cueEnd, name: name))
    }
    if cues.isEmpty { return nil }
    return cues
  }
}

/// Podcasting 2.0 chapters: JSON with an array `chapters` of titles, times in seconds and optional
/// colors.
enum ChaptersFile {
  /// Returns the chapters for listeners; nil if the bytes are not chapters.
  static func cues(_ bytes: [UInt8]) -> [AudioCue]? {
    guard let chapters = JSONValue.reading(bytes)?["chapters"]?.array else { return nil }
    return chapters.compactMap { chapter in
      guard let start = chapter["startTime"]?.double, start.isFinite else { return nil }
      // With `toc` false a chapter only changes the picture of a player, and is in no list.
      if chapter["toc"]?.bool == false { return nil }
      let color = chapter["color"]?.string.flatMap { text in Color(css: text) }
      return AudioCue(
        start: start,
        end: chapter["endTime"]?.double,
        name: chapter["title"]?.string ?? "",
        color: color?.rgba
      )
    }
  }
}
