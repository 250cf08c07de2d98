/// All letters of the built-in font, parsed when first used.
struct Alphabet: Sendable {
  static let builtIn = Alphabet()

  // Characters are equal in every composition, so one entry serves all spellings.
  private var letters: [Character: Letter] = [:]
  private var marks: [Unicode.Scalar: Letter] = [:]

  /// The shape for a missing letter.
  var missing: Letter { letters["□"] ?? .space }

  private init() {
    for blank in LetterShapes.blanks { letters[Character(blank)] = .space }
    // A letter may use strokes of any other, so all are read twice.
    for _ in 0..<2 {
      for table in LetterShapes.tables { read(table) }
    }
    for mark in LetterShapes.marks { read(mark) { $0.marked(with: $1) } }
    for mark in LetterShapes.marksBeforeCapitals { read(mark) { $0.marked(before: $1) } }
  }

  private mutating func read(_ table: String) {
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let name = words.first else { continue }
      let letter = Letter(words.dropFirst(), among: letters)
      // The first word may list several letters with one shape.
      for character in name { letters[character] = letter ?? letters[character] }
    }
  }

  private mutating func read(_ mark: LetterMark, placing place: (Letter, Letter) -> Letter) {
    guard let shape = Letter("0 \(mark.strokes)".split(separator: " ")[...], among: letters) else {
      return
    }
    if let scalar = mark.scalar { marks[scalar] = shape }
    let pairs = mark.letters.filter { $0 != " " }
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      letters[pairs[index + 1]] = letters[pairs[index]].map { place($0, shape) }
    }
  }

  /// Returns the letter of a unit of text, or nil if it is missing.
  subscript(unit: LetterUnit) -> Letter? {
    if let whole = letters[unit.character] { return whole }
    guard var letter = letters[Character(unit.base)] else { return nil }
    let shapes = unit.marks.compactMap { marks[$0] }
    guard shapes.count == unit.marks.count else { return nil }
    if shapes.contains(where: \.isAbove) {
      // The dot is removed below a mark.
      if unit.base == "i" { letter = letters["ı"] ?? letter }
      if unit.base == "j" { letter = letters["ȷ"] ?? letter }
    }
    return shapes.reduce(letter) { $0.marked(with: $1) }
  }

  /// Returns the letter of one character.
  subscript(character: Character) -> Letter? {
    LetterUnits(String(character)).units.first.flatMap { self[$0] }
  }
}
