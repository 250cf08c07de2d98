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
    self = start.starts(with: "{\"".utf8) ? .ndjson : .json
  }

  package init(of name: RawPath) {
    if name.bytes.suffix(Self.ndjson.ending.count) == Self.ndjson.ending[...] {
      self = .ndjson
    } else {
      self = .json
    }
  }

  package var ending: [UInt8] { Array(".\(rawValue)".utf8) }
  package var fileName: RawPath { RawPath("manifest.\(rawValue)") }

  /// Returns the bytes before an entry.
  package func separator(isFirst: Bool) -> [UInt8] {
    let text =
      switch self {
      case .json: isFirst ? "\n    " : ",\n    "
      case .ndjson: "\n"
      }
    return Array(text.utf8)
  }

  /// Returns the text between the last entry and the seal.
  package func closing(isEmpty: Bool) -> [UInt8] {
    let text =
      switch self {
      case .json: isEmpty ? "],\n" : "\n  ],\n"
      case .ndjson: "\n"
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
      if line.last == UInt8(ascii: ",") {
        line.append(UInt8(ascii: " "))
      }
      line += line.isEmpty ? part : part.drop { $0 == UInt8(ascii: " ") }
    }
    return line
  }
}
