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

  mutating func words(_ words: String) { add(Self.escaped(words).split(separator: " ")) }

  mutating func entry(_ term: String, _ meaning: String) {
    order("TP")
    text += "\\fB\(Self.escaped(term))\\fR\n"
    words(meaning)
  }

  /// Adds a line without filling.
  mutating func line(_ line: String) { add([Substring(Self.escaped(line))]) }

  private mutating func add(_ words: [Substring]) {
    var line = ""
    for word in words {
      if !line.isEmpty, line.utf8.count + 1 + word.utf8.count > Self.longestLine {
        end(line)
        line = ""
      }
      line += line.isEmpty ? "" : " "
      line += word
    }
    end(line)
  }

  // A point or an apostrophe at the start of a line makes it a request.
  private mutating func end(_ line: String) {
    text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
  }

  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "`": "\\(ga"
      case "~": "\\(ti"
      case "^": "\\(ha"
      case "\"": "\\(dq"
      default:
        scalar.isASCII
          ? String(scalar) : "\\[u\(String(scalar.value, radix: 16, uppercase: true).padded(4))]"
      }
    }.joined()
  }
}

extension String {
  fileprivate func padded(_ count: Int) -> String {
    String(repeating: "0", count: max(0, count - self.count)) + self
  }
}
