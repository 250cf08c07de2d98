import WavethumbBytes
import WavethumbLibrary

/// Roff text in which no word is taken for a request.
struct RoffText {
  /// Longer lines are reported by linters.
  private static let maximumLineLength = 78

  private(set) var text = ""

  /// Adds a request with its arguments, each quoted if necessary.
  mutating func order(_ name: String, _ arguments: String...) {
    // A space would begin the next argument.
    let quoted = arguments.map { argument in
      if argument.contains(" ") { return "\"\(argument)\"" }
      return argument
    }
    text += ([".\(name)"] + quoted).joined(separator: " ") + "\n"
  }

  mutating func paragraph(_ text: String) {
    for line in Help.wrapped(Escape.roff(text), to: Self.maximumLineLength) {
      if line.count > Self.maximumLineLength {
        // One word, such as the findings of a preset. It may be broken behind a comma, without a hyphen.
        end(line.replacing(",", with: ",\\:"))
      } else {
        end(line)
      }
    }
  }

  mutating func entry(_ term: String, meaning: String) {
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
