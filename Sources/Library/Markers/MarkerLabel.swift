/// The name of a marker, cut to a length that can be drawn and listed.
enum MarkerLabel {
  private static let mostCharacters = 200
  private static let mostBytes = 1024
  /// A family of four with skin colours takes eleven; no script puts more marks on a letter.
  private static let mostScalarsACharacter = 16

  /// The beginning of a text, with blanks for control characters and without blanks around it.
  static func bounded(_ text: String) -> String {
    // Characters are told apart from one another only within what is bounded in bytes.
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostBytes)))
    var label = ""
    for character in start.prefix(mostCharacters) {
      let scalars = character.unicodeScalars.prefix(mostScalarsACharacter)
      let shown = scalars.contains(where: isControl) ? " " : String(scalars)
      if label.utf8.count + shown.utf8.count > mostBytes { break }
      label += shown
    }
    return label.trimmed
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
