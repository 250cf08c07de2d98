/// A letter of a text and its marks.
struct LetterUnit: Sendable, Hashable {
  var base: Unicode.Scalar
  var marks: [Unicode.Scalar] = []

  var text: String { String(String.UnicodeScalarView([base] + marks)) }

  /// The unit as one character; canonically equivalent spellings compare equal.
  var character: Character { marks.isEmpty ? Character(base) : text.first ?? Character(base) }
}
