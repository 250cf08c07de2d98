import Bytes

/// The maker of a file, by its first bytes.
package enum Ownership: Sendable {
  case yes
  case no
  /// The format has no generator mark: the manifest or journal must decide.
  case askTheJournal

  /// The number of bytes to read: a palette may precede the mark.
  package static let startLength = 8192

  /// Determines the maker from the Software chunk of a picture.
  init(software: String) {
    self = software == Generator.program || software.hasPrefix(Generator.program + " ") ? .yes : .no
  }
}

/// The first lines of a JSON file, which name the generator before any user data.
package struct GeneratedText {
  private let text: String

  package init(_ start: [UInt8]) { text = String(decoding: start.prefix(200), as: UTF8.self) }

  package var isOurs: Bool {
    guard text.first == "{", let at = text.firstRange(of: "\"generator\"") else { return false }
    return text[at.upperBound...].drop { ": ".contains($0) }.hasPrefix("\"\(Generator.program) ")
  }

  /// Whether the file describes a single recording, unlike a manifest.
  var isOfOneRecording: Bool { text.contains("\"durationMs\"") }
}
