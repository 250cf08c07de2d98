enum JSONEscapes {
  /// Appends text, escaping quotes, backslashes and all control characters, those of C1 too.
  // JSON requires only those below 32, but a terminal may obey the others.
  static func append(_ string: String, to bytes: inout [UInt8]) {
    // In UTF-8, C1 begins with 0xC2; plain text, which is nearly all, needs no look at characters.
    let isPlain = unsafe string.utf8.withContiguousStorageIfAvailable { utf8 in
      guard unsafe utf8.allSatisfy({ $0 >= 32 && $0 != 34 && $0 != 92 && $0 != 127 && $0 != 0xC2 })
      else { return false }
      unsafe bytes.append(contentsOf: utf8)
      return true
    }
    if isPlain == true { return }
    for scalar in string.unicodeScalars {
      let code = scalar.value
      if let (_, letter) = letters.first(where: { $0.character == code }) {
        bytes += [92, letter]
      } else if code < 32 || 127..<160 ~= code {
        bytes += Array(#"\u00"#.utf8) + Hexadecimal.digits(UInt64(code), count: 2)
      } else {
        bytes.append(contentsOf: scalar.utf8)
      }
    }
  }

  /// The characters with an escape letter of their own, and that letter.
  static let letters: [(character: UInt8, letter: UInt8)] = [
    (34, 34), (92, 92), (8, UInt8(ascii: "b")), (12, UInt8(ascii: "f")),
    (10, UInt8(ascii: "n")), (13, UInt8(ascii: "r")), (9, UInt8(ascii: "t")),
  ]
}
