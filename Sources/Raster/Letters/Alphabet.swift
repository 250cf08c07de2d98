/// All letters of the built-in font, parsed on first use from the text files of this folder.
///
/// The letters are designed for sizes of 10 to 12 points. Each line contains one or several letters
/// with the same shape, their width, and strokes between slashes: points, where `~` marks the
/// corner that a curve bends around. `=A` means the strokes of another letter, `=A>2` the same
/// strokes two units farther to the right. Capitals are 14 high, small letters 10; stems and
/// crossbars have even coordinates, which are whole pixels at 10 points.
///
/// Each line of `marks.txt` contains the code of a combining character (`-` for several marks at
/// once, `before` for a mark before the top of a capital), pairs of a base letter and the composed
/// letter, and the strokes, centered on a small letter. Marks may be added to letters composed on
/// earlier lines.
// The 1,056 characters are 18 KB of text; a font file with them, such as Liberation Sans, is
// 140 KB.
struct Alphabet: Sendable {
  static let builtIn = Alphabet()

  private static let tables = [
    PackageResources.latin_txt, PackageResources.signs_txt, PackageResources.greek_txt,
    PackageResources.cyrillic_txt,
  ]

  /// Spaces of any width.
  private static let blanks: [Unicode.Scalar] =
    [" ", "\t", "\u{A0}", "\u{202F}", "\u{205F}", "\u{3000}"]
    + (0x2000...0x200A).compactMap { Unicode.Scalar($0) }

  // Canonically equivalent characters are equal, so one entry serves all spellings.
  private var letters: [Character: Letter] = [:]
  private var marks: [Unicode.Scalar: Letter] = [:]

  var missing: Letter { letters["□"] ?? .space }

  private init() {
    for blank in Self.blanks {
      letters[Character(blank)] = .space
    }
    // A letter may use strokes of any other letter, so all tables are read twice.
    for table in Self.tables + Self.tables {
      Self.forEachLine(of: table) { read(letter: $0) }
    }
    Self.forEachLine(of: PackageResources.marks_txt) { read(mark: $0) }
  }

  private static func forEachLine(of table: [UInt8], _ body: ([Substring]) -> Void) {
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
      body(line.split(separator: " "))
    }
  }

  private mutating func read(letter fields: [Substring]) {
    let letter = Letter(width: Double(fields[1]) ?? 0, fields[2...], among: letters)
    // The first word may list several letters with one shape.
    for character in fields[0] {
      letters[character] = letter ?? letters[character]
    }
  }

  private mutating func read(mark fields: [Substring]) {
    guard let shape = Letter(width: 0, fields[2...], among: letters) else { return }
    if let code = UInt32(fields[0], radix: 16), let scalar = Unicode.Scalar(code) {
      marks[scalar] = shape
    }
    let isBefore = fields[0] == "before"
    let pairs = Array(fields[1])
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      let base = letters[pairs[index]]
      let composed = isBefore ? base?.marked(before: shape) : base?.marked(with: shape)
      letters[pairs[index + 1]] = composed
    }
  }

  /// Returns the shape of a letter with its marks, or nil if one of them is missing.
  subscript(unit: LetterUnit) -> Letter? {
    // The tables have most composed letters.
    if let whole = letters[unit.character] { return whole }
    guard var letter = letters[Character(unit.base)] else { return nil }
    let shapes = unit.marks.compactMap { marks[$0] }
    guard shapes.count == unit.marks.count else { return nil }
    if shapes.contains(where: \.isAbove) {
      // The dot is removed below a mark.
      if unit.base == "i" {
        letter = letters["ı"] ?? letter
      }
      if unit.base == "j" {
        letter = letters["ȷ"] ?? letter
      }
    }
    return shapes.reduce(letter) { letter, mark in letter.marked(with: mark) }
  }
}
