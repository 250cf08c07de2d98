import Bytes

/// Whose a file is, as far as its first bytes tell.
package enum Ownership: Sendable {
  case yes
  case no
  /// The format has no mark of its maker: manifest or journal tell whether the file is ours.
  case askTheJournal

  /// As many bytes of a file as tell: a palette may stand before the mark.
  package static let startLength = 8192

  /// By the name that a picture's Software chunk gives.
  init(software: String) {
    self = software == Generator.program || software.hasPrefix(Generator.program + " ") ? .yes : .no
  }
}

/// The first lines of a JSON file, which name the program that generated it before anything of the
/// user's.
package struct GeneratedText {
  private let text: String

  package init(_ start: [UInt8]) {
    text = String(decoding: start.prefix(200), as: UTF8.self)
  }

  /// Whether wavethumb generated it.
  package var isOurs: Bool {
    guard text.first == "{", let at = text.firstRange(of: "\"generator\"") else { return false }
    return text[at.upperBound...].drop { ": ".contains($0) }.hasPrefix("\"\(Generator.program) ")
  }

  /// Whether it holds the numbers of one recording, and is no manifest.
  var isOfOneRecording: Bool { text.contains("\"durationMs\"") }
}
