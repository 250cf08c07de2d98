/// What a text is written in.
public struct Typeface: Sendable, Hashable {
  /// The letters of the library: Latin, Greek and Cyrillic.
  public static let builtIn = Typeface()

  /// Whether all letters of a text are there, so that nothing of it would be lost or garbled.
  ///
  /// Signs that are not there, as most pictographs, do not count: the text is read without them.
  public func writes(_ text: String) -> Bool {
    var hasLetter = false
    for unit in LetterUnits(text).units {
      if letter(unit) != nil {
        hasLetter = hasLetter || !unit.base.properties.isWhitespace
      } else if unit.isNeeded {
        return false
      }
    }
    return hasLetter
  }

  /// The letters of a text; a box stands for those that are not there.
  func letters(of text: String) -> [SetLetter] {
    LetterUnits(text).units.compactMap { unit in
      if let letter = letter(unit) { return letter }
      return unit.isNeeded ? SetLetter(Alphabet.builtIn.missing, of: unit) : nil
    }
  }

  private func letter(_ unit: LetterUnit) -> SetLetter? {
    Alphabet.builtIn[unit].map { SetLetter($0, of: unit) }
  }
}

extension LetterUnit {
  /// Whether a text without it says something else.
  fileprivate var isNeeded: Bool {
    switch base.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: !marks.isEmpty && base.value < 0x2000
    }
  }
}
