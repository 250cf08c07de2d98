/// Roff text in which no word is taken for a request.
struct RoffText {
  /// Longer lines are reported by linters.
  private static let longestLine = 78

  private(set) var text = ""

  /// Adds a request with its arguments, each quoted if necessary.
  mutating func order(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
    text += ([".\(name)"] + quoted).joined(separator: " ") + "\n"
  }

  mutating func words(_ words: String) {
    Help.wrapped(Self.escaped(words), to: Self.longestLine).forEach { end($0) }
  }

  mutating func entry(_ term: String, _ meaning: String) {
    order("TP")
    text += "\\fB\(Self.escaped(term))\\fR\n"
    words(meaning)
  }

  /// Adds a line without filling.
  mutating func line(_ line: String) { end(Self.escaped(line)) }

  // A point or an apostrophe at the start of a line makes it a request.
  private mutating func end(_ line: String) {
    text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }

  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      if let name = names[scalar] { return "\\" + name }
      if scalar.isASCII { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
    }.joined()
  }

  private static let names: [Unicode.Scalar: String] = [
    "\\": "e", "-": "-", "'": "(aq", "`": "(ga", "~": "(ti", "^": "(ha", "\"": "(dq",
  ]
}
