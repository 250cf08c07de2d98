/// Words out of a tag: bounded, valid, without control bytes.
enum TagText {
  /// No word is longer, in bytes.
  static let longest = 1024

  /// Bytes that should be UTF-8; what is not becomes U+FFFD. Nil when nothing is left.
  static func mended(_ bytes: some Sequence<UInt8>) -> String? {
    cleaned(String(decoding: Array(bytes.prefix(longest)), as: UTF8.self))
  }

  /// Cuts at the first NUL, makes blanks of other control characters and trims.
  static func cleaned(_ text: String) -> String? {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(longest) {
      if scalar.value == 0 { break }
      scalars.append(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? " " : scalar)
    }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    let trimmed = scalars.drop { $0.properties.isWhitespace }
    return trimmed.isEmpty ? nil : String(trimmed)
  }
}
