/// The spelling of characters that cannot be written in a string of JSON as they are.
enum JSONEscapes {
  /// Appends text, escaping quotes, backslashes and all control characters, those of C1 too.
  // JSON requires only those below 32, but a terminal may obey the others.
  static func append(_ string: String, to bytes: inout [UInt8]) {
    // In UTF-8, C1 begins with 0xC2; plain text, which is nearly all, needs no look at characters.
    let isCopied = unsafe string.utf8.withContiguousStorageIfAvailable { utf8 in
      guard unsafe utf8.allSatisfy({ isPlain($0) }) else { return false }
      unsafe bytes.append(contentsOf: utf8)
      return true
    }
    if isCopied == true { return }
    for scalar in string.unicodeScalars {
      append(scalar, to: &bytes)
    }
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 32 && byte != quote && byte != backslash && byte != 127 && byte != 0xC2
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let code = scalar.value
    let isControl = code < 32 || 127..<160 ~= code
    if let known = letters.first(where: { $0.character == code }) {
      bytes += [backslash, known.letter]
    } else if isControl {
      bytes += Array(#"\u00"#.utf8) + Hexadecimal.digits(UInt64(code), count: 2)
    } else {
      bytes.append(contentsOf: scalar.utf8)
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// The characters with an escape letter of their own, and that letter.
  static let letters: [(character: UInt8, letter: UInt8)] = [
    (quote, quote),
    (backslash, backslash),
    (8, UInt8(ascii: "b")),
    (9, UInt8(ascii: "t")),
    (10, UInt8(ascii: "n")),
    (12, UInt8(ascii: "f")),
    (13, UInt8(ascii: "r")),
  ]
}
