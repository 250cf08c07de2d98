/// The letters of a text, up to a readable length.
///
/// A user-perceived character has no maximum length: one letter may have 100,000 marks. Limits are
/// therefore in bytes and in marks per letter, and anything beyond them is never processed.
struct LetterUnits {
  /// The longest text that is read; longer text does not fit into any picture.
  static let maximumBytes = 4096
  /// The largest number of marks per letter; no language uses more.
  static let maximumMarks = 4

  private(set) var units: [LetterUnit] = []

  init(_ text: String) {
    var bytes = 0
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= Self.maximumBytes else { return }
      // Invisible characters: variation selectors, joiners, soft hyphens, direction marks.
      if scalar.properties.isDefaultIgnorableCodePoint { continue }
      if scalar.isMark, let last = units.indices.last {
        if units[last].marks.count < Self.maximumMarks {
          units[last].marks.append(scalar)
        }
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

/// Scripts written from left to right, one letter after another, each with one shape.
///
/// Other scripts join, reorder or stack letters, which requires text shaping.
enum PlainScripts {
  // By blocks of Unicode. Gaps between them are scripts that need shaping, such as Hebrew and Arabic
  // (0x590 on) and those of India and South-East Asia (0x900 on), and combining marks.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x0020...0x02FF,  // Latin
    0x0370...0x058F,  // Greek, Cyrillic, Armenian
    0x10A0...0x10FF,  // Georgian
    0x1200...0x16FF,  // Ethiopic, Cherokee, Canadian syllables, Ogham, runes
    0x18B0...0x18FF, 0x1C80...0x1CBF, 0x1D00...0x1DBF, 0x1E00...0x20CF,  // Latin, Greek, signs
    0x2100...0x2BFF,  // signs
    0x2C60...0x2DDF, 0x2E00...0x3029, 0x3030...0x3098,  // Hiragana
    0x309B...0x9FFF,  // Katakana, Bopomofo, Chinese characters
    0xA000...0xA66E, 0xA680...0xA7FF, 0xAB30...0xABBF, 0xAC00...0xD7A3,  // Korean syllables
    0xF900...0xFAFF, 0xFB00...0xFB17, 0xFE10...0xFE1F, 0xFE30...0xFE6B, 0xFF01...0xFFEE,
    0x1D400...0x1D7FF, 0x1F000...0x1FAFF, 0x20000...0x3FFFF,
  ]

  static func contain(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar.value) }
  }
}

/// Composes a letter and a mark into one character, if possible.
enum Composition {
  // The blocks with composed letters: Latin, Greek, Cyrillic, more Latin and Greek, Japanese.
  private static let ranges: [ClosedRange<UInt32>] = [
    0xC0...0x24F, 0x386...0x3CE, 0x400...0x4F9, 0x1E00...0x1FFC, 0x304C...0x30FE,
  ]

  // Canonically equivalent characters are equal.
  private static let whole: [Character: Unicode.Scalar] = {
    var whole: [Character: Unicode.Scalar] = [:]
    for scalar in ranges.joined().compactMap({ Unicode.Scalar($0) }) {
      whole[Character(scalar)] = scalar
    }
    return whole
  }()

  /// Returns the character of a letter with its marks, or nil if there is no single one.
  static func scalar(of unit: LetterUnit) -> Unicode.Scalar? {
    if unit.marks.isEmpty { return unit.base }
    return whole[unit.character]
  }
}

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
