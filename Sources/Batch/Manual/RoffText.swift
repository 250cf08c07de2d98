/// Text as the formatter of manual pages reads it: nothing in it is taken for an order.
struct RoffText {
  /// Beyond this many bytes a line of a manual page is called too long.
  private static let longestLine = 78

  private(set) var text = ""

  /// An order with its arguments as they are, each of which stays one.
  mutating func order(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
    text += ([".\(name)"] + quoted).joined(separator: " ") + "\n"
  }

  /// Words that are filled into lines.
  mutating func words(_ words: String) {
    add(Self.escaped(words).split(separator: " "))
  }

  /// A term and what is said of it.
  mutating func entry(_ term: String, _ meaning: String) {
    order("TP")
    text += "\\fB\(Self.escaped(term))\\fR\n"
    words(meaning)
  }

  /// A line that stays as it is.
  mutating func line(_ line: String) {
    add([Substring(Self.escaped(line))])
  }

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

  // A point or an apostrophe at the start of a line makes it an order.
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
