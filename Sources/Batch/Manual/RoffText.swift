import WavethumbLibrary

/// Roff text in which no word is taken for a request.
struct RoffText {
  /// Longer lines are reported by linters.
  private static let maximumLineLength = 78

  private(set) var text = ""

  /// Adds a request with its arguments, each quoted if necessary.
  mutating func order(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
    text += ([".\(name)"] + quoted).joined(separator: " ") + "\n"
  }

  mutating func paragraph(_ text: String) {
    Help.wrapped(Escape.roff(text), to: Self.maximumLineLength).forEach { end($0) }
  }

  mutating func entry(_ term: String, _ meaning: String) {
    order("TP")
    text += "\\fB\(Escape.roff(term))\\fR\n"
    paragraph(meaning)
  }

  /// Adds a line without filling.
  mutating func line(_ line: String) { end(Escape.roff(line)) }

  // A point or an apostrophe at the start of a line makes it a request.
  private mutating func end(_ line: String) {
    text += Escape.roffLine(line) + "\n"
  }
}
