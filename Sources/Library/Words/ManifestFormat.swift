package import System

/// How a manifest is laid out: as one document, or as an object a line for readers that cannot load
/// hundreds of megabytes at once.
///
/// The objects are the same. The first line of `ndjson` has what stands before the recordings, the
/// last line has the digest.
package enum ManifestFormat: String, CaseIterable, Sendable {
  case json, ndjson

  /// The format of a manifest that begins with these bytes.
  package init(start: [UInt8]) {
    // The document breaks the line behind its first brace.
    self = start.starts(with: "{\"".utf8) ? .ndjson : .json
  }

  /// The format that the name of a manifest tells.
  package init(of name: RawPath) {
    self = name.bytes.suffix(Self.ndjson.ending.count) == Self.ndjson.ending[...] ? .ndjson : .json
  }

  /// What the names of its files end in.
  package var ending: [UInt8] { Array(".\(rawValue)".utf8) }

  /// The manifest of an output where nobody names it.
  package var fileName: RawPath { RawPath("manifest.\(rawValue)") }

  /// The bytes before an entry.
  package func separator(isFirst: Bool) -> [UInt8] {
    switch self {
    case .json: Array((isFirst ? "\n    " : ",\n    ").utf8)
    case .ndjson: Array("\n".utf8)
    }
  }

  /// What stands between the last entry and the seal.
  package func closing(isEmpty: Bool) -> [UInt8] {
    switch self {
    case .json: Array((isEmpty ? "],\n" : "\n  ],\n").utf8)
    case .ndjson: Array("\n".utf8)
    }
  }

  /// An indented object as it stands in a manifest of this format.
  package func text(_ object: [UInt8]) -> [UInt8] {
    switch self {
    case .json: object
    case .ndjson: Self.inOneLine(object)
    }
  }

  /// A text of JSON has no line breaks within its strings, so what follows one is indentation.
  private static func inOneLine(_ object: [UInt8]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(object.count)
    for part in object.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.last == UInt8(ascii: ",") { line.append(UInt8(ascii: " ")) }
      line += line.isEmpty ? part : part.drop { $0 == UInt8(ascii: " ") }
    }
    return line
  }
}
