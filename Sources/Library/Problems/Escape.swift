import WavethumbBytes

/// Escapes text of unknown origin for the languages in which wavethumb writes, each in one place.
///
/// Signs are compared as Unicode scalars. Swift's `Character` includes the combining marks and
/// joiners behind a sign, so a quote with a combining accent is another character than a quote,
/// but still a quote for every program that reads these languages.
package enum Escape {
  /// Returns text as one word of a POSIX shell, also of bash and zsh: `'it'\''s'`.
  package static func shellWord(_ text: String) -> String {
    "'" + text.replacingScalars(["'": "'\\''"]) + "'"
  }

  /// Returns text as one quoted word of fish.
  package static func fishWord(_ text: String) -> String {
    "'" + text.replacingScalars(["\\": "\\\\", "'": "\\'"]) + "'"
  }

  /// Escapes the name of a word for `_describe` of zsh, which ends it at a colon.
  package static func zshName(_ text: String) -> String {
    text.replacingScalars(["\\": "\\\\", ":": "\\:"])
  }

  /// Escapes the description of an option for `_arguments` of zsh.
  package static func zshDescription(_ text: String) -> String {
    text.replacingScalars(["\\": "\\\\", "[": "\\[", "]": "\\]"])
  }

  /// Returns text as a cell by RFC 4180. Text that a spreadsheet would evaluate as a formula is
  /// quoted and begins with an apostrophe. Numbers are never quoted: a quoted one is text to some
  /// spreadsheets.
  package static func csvCell(_ text: String, isNumber: Bool = false) -> String {
    if isNumber { return text }
    // Spreadsheets drop a byte order mark and signs of no width before they look for a formula.
    let first = text.unicodeScalars.first { scalar in
      scalar.properties.generalCategory != .format
    }
    let isFormula = first.map(formulaSigns.contains) ?? false
    let needsQuotes = text.unicodeScalars.contains(where: csvSigns.contains)
    guard isFormula || needsQuotes else { return text }
    let apostrophe = isFormula ? "'" : ""
    let quoted = text.replacingScalars(["\"": "\"\""])
    return "\"\(apostrophe)\(quoted)\""
  }

  /// Escapes a message for a command of a GitHub workflow.
  package static func workflowMessage(_ text: String) -> String {
    text.replacingScalars(["%": "%25", "\r": "%0D", "\n": "%0A"])
  }

  /// Escapes a value for a property of a command of a GitHub workflow.
  package static func workflowProperty(_ text: String) -> String {
    text.replacingScalars(["%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"])
  }

  /// Escapes text for a cell of a table in Markdown.
  package static func markdownCell(_ text: String) -> String {
    text.replacingScalars(markdownSigns)
  }

  /// Escapes a value of a desktop file or a file of a thumbnailer.
  package static func desktopValue(_ text: String) -> String {
    text.replacingScalars(["\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"])
  }

  /// Returns text as one word of a command in a desktop file, where a percent sign begins a field.
  package static func desktopWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte.isASCIILetter || byte.isASCIIDigit || "/._-+".utf8.contains(byte)
    }
    if isPlain { return text }
    // Three layers, from the inside out: the field codes of Exec, the quotes of a command, and the
    // escapes of a value.
    return desktopValue(shellWord(text.replacingScalars(["%": "%%"])))
  }

  /// Escapes text for roff, except at the start of a line.
  package static func roff(_ text: String) -> String {
    text.unicodeScalars.map(roff).joined()
  }

  private static func roff(_ scalar: Unicode.Scalar) -> String {
    if let name = roffNames[scalar] { return "\\" + name }
    if scalar.isASCII { return String(scalar) }
    // groff takes four digits at least.
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\\[u\(zeros)\(digits)]"
  }

  /// Escapes a line of escaped roff that would be a request.
  // With a character of no width, before which no sign is the first of its line.
  package static func roffLine(_ line: String) -> String {
    guard let first = line.utf8.first, ".'".utf8.contains(first) else { return line }
    return "\\&" + line
  }

  /// Escapes what controls a terminal or the writing direction in JSON, where characters beyond
  /// ASCII occur only in strings: programs read the same, and people see it.
  package static func printableJSON(_ json: [UInt8]) -> [UInt8] {
    let isASCII = json.allSatisfy { byte in byte < 0x80 }
    if isASCII { return json }
    var escaped = ""
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
      if scalar.isASCII || PrintableName.isHarmless(scalar) {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      // JSON escapes units of UTF-16: a scalar above U+FFFF is two of them.
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return Array(escaped.utf8)
  }

  private static let csvSigns: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]

  // Spreadsheets take the wide forms of East Asian keyboards for the signs.
  private static let formulaSigns: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  private static let markdownSigns: [Unicode.Scalar: String] = {
    var escapes: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", "\n": " ", "\r": " "]
    for sign in "\\|`*_[]#~$".unicodeScalars {
      escapes[sign] = "\\" + String(sign)
    }
    return escapes
  }()

  // What roff would take for an escape, or print as another sign: a minus as a hyphen, quotes and accents
  // as curved ones, which cannot be copied into a command.
  private static let roffNames: [Unicode.Scalar: String] = [
    "\\": "e", "-": "-", "'": "(aq", "`": "(ga", "~": "(ti", "^": "(ha", "\"": "(dq",
  ]
}

extension String {
  /// Returns the text with some of its scalars replaced.
  fileprivate func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
    var replaced = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let replacement = replacements[scalar] {
        replaced.append(contentsOf: replacement.unicodeScalars)
      } else {
        replaced.append(scalar)
      }
    }
    return String(replaced)
  }
}
