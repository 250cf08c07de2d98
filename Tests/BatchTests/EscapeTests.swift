import Testing
import WavethumbBytes
import WavethumbLibrary

@testable import WavethumbBatch
@testable import Outputs

/// A combining mark or a joiner behind a sign makes another `Character` of both, but no other sign
/// for the programs that read the text.
@Suite struct `Text for other languages` {
  // An acute accent and a zero-width joiner: `"` with an accent is a `Character` that equals no `"`.
  private static let marks: [Unicode.Scalar] = ["\u{301}", "\u{200D}"]

  /// The escapers that replace signs and add no quotes.
  private static let replacing: [String: @Sendable (String) -> String] = [
    "zsh name": Escape.zshName, "zsh description": Escape.zshDescription,
    "workflow message": Escape.workflowMessage, "workflow property": Escape.workflowProperty,
    "Markdown": Escape.markdownCell, "desktop value": Escape.desktopValue, "roff": Escape.roff,
    "HTML": HTMLText.escaped, "XML": { $0.escapedForXML },
    "JSON": { text in
      var json = JSONWriter(.compact)
      json.value(text)
      return String(decoding: json.take().dropFirst().dropLast(), as: UTF8.self)
    },
    "script": { String(decoding: HTMLText.insideScript(Array($0.utf8)), as: UTF8.self) },
  ]

  // From scalars, as a string literal would join a sign and its mark before the test begins.
  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static var signs: [Unicode.Scalar] { (0..<128).compactMap { Unicode.Scalar($0) } }

  @Test(arguments: replacing.keys.sorted())
  func `a sign is escaped whatever follows it`(language: String) throws {
    let escape = try #require(Self.replacing[language])
    for sign in Self.signs {
      for mark in Self.marks {
        // An escaper that reads characters finds no sign in the first, and leaves it as it is.
        let whole = escape(Self.text([sign, mark, "x"]))
        let pieces = escape(Self.text([sign])) + escape(Self.text([mark])) + "x"
        #expect(Array(whole.utf8) == Array(pieces.utf8), "\(sign.value)")
      }
    }
  }

  @Test func `a line of roff is no request whatever follows its first sign`() {
    for mark in Self.marks {
      for sign in [".", "'"] as [Unicode.Scalar] {
        let line = Escape.roffLine(Self.text([sign, mark]))
        #expect(line.utf8.prefix(2).elementsEqual("\\&".utf8))
      }
    }
  }

  /// Reads one word as a POSIX shell does; nil if the word ends early or has an unquoted sign.
  private static func shellWord(_ text: String) -> [UInt8]? {
    var word: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'"):
        guard let end = rest.firstIndex(of: byte) else { return nil }
        word += rest[..<end]
        rest = rest[(end + 1)...]
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { return nil }
        word.append(next)
      case let byte where " \t\n\r;&|<>()$`\"*?[#~!{}".utf8.contains(byte): return nil
      default: word.append(byte)
      }
    }
    return word
  }

  @Test func `a word of a shell ends at no sign`() {
    for mark in Self.marks {
      // The shell cannot pass a zero.
      for sign in Self.signs.dropFirst() {
        let text = Self.text(["a", sign, mark, ";", "'", mark, "b"])
        #expect(Self.shellWord(Escape.shellWord(text)) == Array(text.utf8), "\(sign.value)")
        let shown = PrintableName.shellWord(Array(text.utf8))
        #expect(Self.shellWord(shown) == Array(PrintableName.text(text.utf8).utf8))
      }
    }
  }

  @Test func `a word of fish ends at no sign`() {
    for mark in Self.marks {
      for sign in Self.signs {
        let text = Self.text(["a", sign, mark, "b"])
        // Between single quotes, fish knows a backslash and nothing else.
        var quoted = Array(Escape.fishWord(text).utf8.dropFirst())
        #expect(quoted.popLast() == UInt8(ascii: "'"))
        var read: [UInt8] = []
        while !quoted.isEmpty {
          var byte = quoted.removeFirst()
          #expect(byte != UInt8(ascii: "'"))
          if byte == UInt8(ascii: "\\") {
            byte = quoted.removeFirst()
          }
          read.append(byte)
        }
        #expect(read == Array(text.utf8), "\(sign.value)")
      }
    }
  }

  /// Reads the value of a key as the Desktop Entry Specification says; nil after an invalid escape.
  private static func desktopValue(_ text: String) -> [UInt8]? {
    var value: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        value.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): value.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): value.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): value.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "\\"): value.append(UInt8(ascii: "\\"))
      default: return nil
      }
    }
    return value
  }

  @Test func `a word of a thumbnailer's command ends at no sign`() throws {
    let percent = UInt8(ascii: "%")
    for mark in Self.marks {
      for sign in Self.signs.dropFirst() {
        let text = Self.text(["/", sign, mark, "%", mark, "'", mark])
        let value = Escape.desktopWord(text)
        #expect(!value.utf8.contains(UInt8(ascii: "\n")))
        // First the value of the key is read, then the word of the shell, then the percent signs.
        let word = try #require(Self.desktopValue(value))
        let read = Self.shellWord(String(decoding: word, as: UTF8.self))
        let doubled = text.utf8.split(separator: percent, omittingEmptySubsequences: false)
          .joined(separator: [percent, percent])
        #expect(read == Array(doubled), "\(sign.value)")
      }
    }
  }

  @Test func `a cell of a table ends at no sign and is no formula`() {
    for mark in Self.marks {
      for sign in Self.signs {
        let text = Self.text([sign, mark, ",", mark, "\"", mark, sign])
        let cell = Array(Escape.csvCell(text).utf8)
        #expect(cell.first == UInt8(ascii: "\""))
        #expect(cell.last == UInt8(ascii: "\""))
        let inner = Array(cell.dropFirst().dropLast())
        let quotes = inner.count { $0 == UInt8(ascii: "\"") }
        #expect(quotes == 2 * text.utf8.count { $0 == UInt8(ascii: "\"") })
        // A spreadsheet computes what begins with one of these, unless an apostrophe is before it.
        let isFormula = "=+-@\t\r\n".unicodeScalars.contains(sign)
        let hasApostrophe = inner.first == UInt8(ascii: "'")
        #expect(hasApostrophe == (isFormula || sign == "'"), "\(sign.value)")
        for special in [",", "\"", "\r", "\n"] as [Unicode.Scalar] {
          let quoted = Escape.csvCell(Self.text(["a", special, mark]))
          #expect(quoted.utf8.first == UInt8(ascii: "\""))
        }
      }
    }
    #expect(Escape.csvCell("-18.00", isNumber: true) == "-18.00")
    #expect(Escape.csvCell("plain") == "plain")
    // A full-width equals sign begins a formula in some programs.
    #expect(Escape.csvCell("\u{FF1D}1") == "\"'\u{FF1D}1\"")
    // Signs without a width before it, which some programs drop.
    #expect(Escape.csvCell("\u{FEFF}=1") == "\"'\u{FEFF}=1\"")
    #expect(Escape.csvCell("\u{200B}\u{2060}+1") == "\"'\u{200B}\u{2060}+1\"")
    #expect(Escape.csvCell("\u{200B}1") == "\u{200B}1")
  }
}
