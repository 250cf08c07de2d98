/// The letters that a text is drawn with.
public struct Typeface: Sendable, Hashable {
  /// The letters of the library: Latin, Greek and Cyrillic.
  public static let builtIn = Typeface()

  /// Has the letters that it can write; those that it lacks are the built-in ones.
  public var font: OutlineFont?
  /// Whether the program of a reader sets the text in fonts of its own: no letter is missing then,
  /// and widths of letters that are not here are guessed.
  public var isSetByReader = false

  /// The letters of a font, completed by the built-in ones.
  public init(font: OutlineFont? = nil) {
    self.font = font
  }

  /// Whether all letters of a text are there, so that nothing of it would be lost or garbled.
  ///
  /// Signs that are not there, as most pictographs, do not count: the text is read without them.
  public func writes(_ text: String) -> Bool {
    if isSetByReader { return text.unicodeScalars.contains { !$0.properties.isWhitespace } }
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

  /// Whether some font might write a text: none does alone whose letters join, stack or run from
  /// right to left.
  public static func mayWriteInSomeFont(_ text: String) -> Bool {
    LetterUnits(text).units.allSatisfy { !$0.isNeeded || PlainScripts.contain($0.base) }
  }

  /// The letters of a text; a box stands for those that are not there.
  func letters(of text: String) -> [PlacedLetter] {
    var letters: [PlacedLetter] = []
    for word in LetterUnits(text).units.words {
      // A word of letters from two hands is hard to read.
      let isMixed = font.map { font in !word.allSatisfy { font.letter($0) != nil } } ?? true
      let isBuiltIn = isMixed && word.allSatisfy { Alphabet.builtIn[$0] != nil || !$0.isNeeded }
      for unit in word {
        let own = isBuiltIn ? Self.builtIn.letter(unit) : letter(unit)
        let stand =
          isSetByReader ? PlacedLetter(guessed: unit) : unit.stand(in: Alphabet.builtIn.missing)
        guard let next = own ?? stand else { continue }
        if let font, let left = letters.last?.glyphIndex, let right = next.glyphIndex {
          letters[letters.count - 1].kern(by: font.kern(left, right))
        }
        letters.append(next)
      }
    }
    return letters
  }

  private func letter(_ unit: LetterUnit) -> PlacedLetter? {
    if let font, let letter = font.letter(unit) { return letter }
    return Alphabet.builtIn[unit].map { PlacedLetter($0, of: unit) }
  }
}

extension [LetterUnit] {
  /// Letters between spaces; each space is a word of its own.
  fileprivate var words: [ArraySlice<LetterUnit>] {
    var words: [ArraySlice<LetterUnit>] = []
    var start = 0
    for index in indices where self[index].base.properties.isWhitespace {
      words += [self[start..<index], self[index...index]]
      start = index + 1
    }
    return (words + [self[start...]]).filter { !$0.isEmpty }
  }
}

extension OutlineFont {
  /// The letter of a unit of text; nil where the font has none, or more than a font is needed.
  fileprivate func letter(_ unit: LetterUnit) -> PlacedLetter? {
    guard let scalar = Composition.scalar(of: unit), PlainScripts.contain(scalar),
      let index = index(of: scalar), let glyph = glyph(index)
    else { return nil }
    return PlacedLetter(glyph, index: index, advance: advance(of: index), of: unit)
  }
}

extension LetterUnit {
  fileprivate func stand(in missing: Letter) -> PlacedLetter? {
    isNeeded ? PlacedLetter(missing, of: self) : nil
  }

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
