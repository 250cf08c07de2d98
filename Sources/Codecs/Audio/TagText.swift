/// Text from a tag: bounded, valid, without control bytes.
enum TagText {
  // A guess: longer titles fit no list and no picture, and a hostile one would fill an answer.
  static let maximumBytes = 1024

  /// Decodes UTF-8, replacing invalid bytes by U+FFFD; nil if nothing is left.
  static func mended(_ bytes: some Sequence<UInt8>) -> String? {
    cleaned(String(decoding: Array(bytes.prefix(maximumBytes)), as: UTF8.self))
  }

  /// Cuts at the first NUL, replaces other control characters by blanks and trims.
  // ID3 separates several values by NUL, of which the first is shown. An escape would reach terminals.
  static func cleaned(_ text: String) -> String? {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maximumBytes) {
      if scalar.value == 0 { break }
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      scalars.append(isControl ? " " : scalar)
    }
    while scalars.last?.properties.isWhitespace == true {
      scalars.removeLast()
    }
    let trimmed = scalars.drop { scalar in scalar.properties.isWhitespace }
    guard !trimmed.isEmpty else { return nil }
    return String(trimmed)
  }
}
