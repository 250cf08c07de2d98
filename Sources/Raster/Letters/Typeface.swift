/// The letters of a text.
public struct Typeface: Sendable, Hashable {
  /// The built-in letters: Latin, Greek and Cyrillic.
  public static let builtIn = Typeface()

  /// The font; missing letters come from the built-in ones.
  public var font: OutlineFont?
  /// Whether the viewer's program draws the text with its own fonts: then no letter is missing, and
  /// unknown widths are estimated.
  public var isSetByReader = false

  /// Creates a typeface of a font, with the built-in letters as fallback.
  public init(font: OutlineFont? = nil) { self.font = font }

  /// Returns whether all letters of a text are available, so that no meaning is lost.
  ///
  /// Missing signs, such as most pictographs, do not count: the text is readable without them.
  public func writes(_ text: String) -> Bool {
    // Which letters those fonts have is not known here, but browsers have one for nearly all.
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

  /// Returns whether some font could write a text, which is false for scripts that join, stack or
  /// run from right to left.
  public static func mayWriteInSomeFont(_ text: String) -> Bool {
    LetterUnits(text).units.allSatisfy { !$0.isNeeded || PlainScripts.contain($0.base) }
  }

  /// Returns the letters of a text, with a box for missing ones.
  func letters(of text: String) -> [PlacedLetter] {
    var letters: [PlacedLetter] = []
    for word in LetterUnits(text).units.words {
      // A word in two typefaces is hard to read.
      var fontHasAll = false
      if let font {
        fontHasAll = word.allSatisfy { font.letter($0) != nil }
      }
      let builtInHasAll = word.allSatisfy { Alphabet.builtIn[$0] != nil || !$0.isNeeded }
      let isBuiltIn = !fontHasAll && builtInHasAll
      for unit in word {
        let own = isBuiltIn ? Self.builtIn.letter(unit) : letter(unit)
        guard let next = own ?? substitute(for: unit) else { continue }
        // Pairs are known only of two glyphs of the font.
        if let font, let left = letters.last?.glyphIndex, let right = next.glyphIndex {
          letters[letters.count - 1].kern(by: font.kern(left, right))
        }
        letters.append(next)
      }
    }
    return letters
  }

  /// Returns what stands for a letter that neither typeface has; nil if it can be left out.
  private func substitute(for unit: LetterUnit) -> PlacedLetter? {
    if isSetByReader { return PlacedLetter(guessed: unit) }
    guard unit.isNeeded else { return nil }
    return PlacedLetter(Alphabet.builtIn.missing, of: unit)
  }

  /// Returns the letter of the font, or the built-in one.
  private func letter(_ unit: LetterUnit) -> PlacedLetter? {
    if let font, let letter = font.letter(unit) { return letter }
    guard let letter = Alphabet.builtIn[unit] else { return nil }
    return PlacedLetter(letter, of: unit)
  }
}

extension [LetterUnit] {
  /// Letters between spaces; each space is a word.
  // A space of its own, so that its typeface does not decide about the letters beside it.
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
  /// Returns the letter of a unit of text, or nil if the font lacks it or cannot shape its script.
  fileprivate func letter(_ unit: LetterUnit) -> PlacedLetter? {
    // Before the font is asked: it may have letters of a script that would come out unjoined.
    guard let scalar = Composition.scalar(of: unit), PlainScripts.contain(scalar) else {
      return nil
    }
    guard let index = index(of: scalar), let glyph = glyph(index) else { return nil }
    return PlacedLetter(glyph, index: index, advance: advance(of: index), of: unit)
  }
}

extension LetterUnit {
  /// Whether omitting the unit changes the meaning of a text.
  fileprivate var isNeeded: Bool {
    switch base.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: !marks.isEmpty && base.value < 0x2000
    }
  }
}
