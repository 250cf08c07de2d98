package import WavethumbSystem

/// The format of a manifest: one document, or one object per line for very large libraries.
///
/// The objects are the same. The first line of `ndjson` has everything before the recordings, the
/// last line has the digest.
package enum ManifestFormat: String, CaseIterable, Sendable {
  case json, ndjson

  /// Determines the format by the first bytes of a manifest.
  package init(start: [UInt8]) {
    // The document has a line break after its first brace. By content and not by name: a user may
    // give a manifest any name.
    let isLines = start.starts(with: "{\"".utf8)
    self = isLines ? .ndjson : .json
  }

  /// Determines the format of a new manifest by its name; any other name means a document.
  package init(of name: RawPath) {
    let ending = Self.ndjson.ending
    let isLines = name.bytes.suffix(ending.count).elementsEqual(ending)
    self = isLines ? .ndjson : .json
  }

  package var ending: [UInt8] { Array(".\(rawValue)".utf8) }
  package var fileName: RawPath { RawPath("manifest.\(rawValue)") }

  /// Returns the bytes before an entry.
  package func separator(isFirst: Bool) -> [UInt8] {
    let text =
      switch (self, isFirst) {
      case (.json, true): "\n    "
      case (.json, false): ",\n    "
      case (.ndjson, _): "\n"
      }
    return Array(text.utf8)
  }

  /// Returns the text between the last entry and the seal.
  package func closing(isEmpty: Bool) -> [UInt8] {
    let text =
      switch (self, isEmpty) {
      case (.json, true): "],\n"
      case (.json, false): "\n  ],\n"
      case (.ndjson, _): "\n"
      }
    return Array(text.utf8)
  }

  /// Returns an indented object in this format.
  package func text(_ object: [UInt8]) -> [UInt8] {
    switch self {
    case .json: object
    case .ndjson: Self.inOneLine(object)
    }
  }

  /// Joins lines: JSON strings contain no line breaks, so that blanks after one are indentation.
  private static func inOneLine(_ object: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(object.count)
    for part in object.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // The space that a reader expects behind a comma; the line break was there instead.
      if line.last == UInt8(ascii: ",") {
        line.append(UInt8(ascii: " "))
      }
      if line.isEmpty {
        line += part
      } else {
        line += part.drop { byte in byte == UInt8(ascii: " ") }
      }
    }
    return line
  }
}
