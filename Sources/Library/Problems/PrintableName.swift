import WavethumbBytes

/// Makes names and other bytes of unknown origin safe to print.
package enum PrintableName {
  /// Returns the name as text without characters that control a terminal or the writing direction.
  package static func text(_ name: some Collection<UInt8>) -> String {
    // Most names, of which a report may have a million.
    let isPrintableASCII = name.allSatisfy { byte in (0x20...0x7E).contains(byte) }
    if isPrintableASCII { return String(decoding: name, as: UTF8.self) }
    var shown = ""
    var bytes = name.makeIterator()
    var rest = name[...]
    var parser = Unicode.UTF8.ForwardParser()
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if isHarmless(scalar) {
          shown.unicodeScalars.append(scalar)
        } else {
          shown += escape(scalar)
        }
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        // Byte by byte, so that two names are shown differently if they differ.
        for byte in rest.prefix(length) {
          shown += "\\x" + hexadecimal(UInt32(byte), digits: 2)
        }
        rest = rest.dropFirst(length)
      case .emptyInput: return shown
      }
    }
  }

  package static func quoted(_ name: some Collection<UInt8>) -> String { "\"\(text(name))\"" }

  /// Returns the name as one word of a shell command, quoted if necessary.
  package static func shellWord(_ name: some Collection<UInt8>) -> String {
    let text = text(name)
    let isPlain = name.allSatisfy { byte in
      // Beyond ASCII no byte means anything to a shell.
      byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80
        || "/._-+:,@%=".utf8.contains(byte)
    }
    // zsh replaces a leading equals sign.
    if isPlain, let first = name.first, first != UInt8(ascii: "=") { return text }
    return Escape.shellWord(text)
  }

  /// Returns words of a shell command, each quoted if necessary.
  package static func shellWords(_ words: [[UInt8]]) -> String {
    words.map { word in shellWord(word) }.joined(separator: " ")
  }

  /// Returns whether a scalar neither controls a terminal nor the writing direction.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20...0x7E).contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    // Emoji and several scripts need joiners.
    case .format: return scalar.value == 0x200C || scalar.value == 0x200D
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: return false
    default: return true
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0"..."\u{7F}": "\\x" + hexadecimal(scalar.value, digits: 2)
    default: "\\u{" + hexadecimal(scalar.value, digits: 2) + "}"
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
