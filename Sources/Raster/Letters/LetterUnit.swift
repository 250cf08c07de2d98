/// A letter of a text and its marks.
struct LetterUnit: Sendable, Hashable {
  var base: Unicode.Scalar
  var marks: [Unicode.Scalar] = []

  var text: String { String(String.UnicodeScalarView([base] + marks)) }

  /// The unit as one character; canonically equivalent spellings compare equal.
  var character: Character {
    // A base letter alone needs no string, and most letters are alone.
    if marks.isEmpty { return Character(base) }
    return text.first ?? Character(base)
  }
}
