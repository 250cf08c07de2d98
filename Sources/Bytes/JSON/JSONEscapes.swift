enum JSONEscapes {
  /// Appends text, escaping quotes, backslashes and all control characters, those of C1 too.
  static func append(_ string: String, to bytes: inout [UInt8]) {
    let text = string.utf8.span
    var plainFrom = 0
    for at in 0..<text.count {
      let byte = text[at]
      guard byte < 32 || byte == 34 || byte == 92 || byte == 127 || byte == 0xC2 else { continue }
      // In UTF-8, C1 is 0xC2 and a byte below 0xA0.
      if byte == 0xC2, text[at + 1] >= 0xA0 { continue }
      append(text, plainFrom..<at, to: &bytes)
      if byte == 0xC2 {
        appendCode(text[at + 1], to: &bytes)
        plainFrom = at + 2
      } else {
        appendEscape(byte, to: &bytes)
        plainFrom = at + 1
      }
    }
    if plainFrom == 0 {
      bytes.append(contentsOf: string.utf8)
    } else {
      append(text, plainFrom..<text.count, to: &bytes)
    }
  }

  /// The characters with an escape letter of their own, and that letter.
  static let letters: [(character: UInt8, letter: UInt8)] = [
    (34, 34), (92, 92), (8, UInt8(ascii: "b")), (12, UInt8(ascii: "f")),
    (10, UInt8(ascii: "n")), (13, UInt8(ascii: "r")), (9, UInt8(ascii: "t")),
  ]

  private static func append(
    _ text: borrowing Span<UInt8>, _ range: Range<Int>, to bytes: inout [UInt8]
  ) {
    for at in range { bytes.append(text[at]) }
  }

  private static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
    if let (_, letter) = letters.first(where: { $0.character == byte }) {
      bytes += [92, letter]
    } else {
      appendCode(byte, to: &bytes)
    }
  }

  private static func appendCode(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes += Array(#"\u00"#.utf8) + Hexadecimal.digits(UInt64(byte), count: 2)
  }
}
