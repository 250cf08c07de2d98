/// A letter of a text and the marks upon it.
struct LetterUnit: Sendable, Hashable {
  var base: Unicode.Scalar
  var marks: [Unicode.Scalar] = []

  /// The unit as one character, for which all spellings are equal.
  var character: Character {
    if marks.isEmpty { return Character(base) }
    var text = String.UnicodeScalarView([base])
    text += marks
    return String(text).first ?? Character(base)
  }
}

/// The letters of a text, as far as anyone could read it.
///
/// A user-perceived character has no bound: one letter may carry 100,000 marks. So bounds are in
/// bytes and in marks a letter, and no time is spent beyond them.
struct LetterUnits {
  /// Nothing longer fits into any picture.
  static let mostBytes = 4096
  /// More than any language puts upon one letter.
  static let mostMarks = 4

  private(set) var units: [LetterUnit] = []

  init(_ text: String) {
    var bytes = 0
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= Self.mostBytes else { return }
      // Invisible characters: variation selectors, joiners, soft hyphens, marks of direction.
      if scalar.properties.isDefaultIgnorableCodePoint { continue }
      if scalar.isMark, let last = units.indices.last {
        if units[last].marks.count < Self.mostMarks { units[last].marks.append(scalar) }
      } else {
        units.append(LetterUnit(base: scalar))
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }
}
