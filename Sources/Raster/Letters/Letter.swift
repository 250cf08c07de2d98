/// One letter of the built-in font: strokes on a grid of twenty units an em.
struct Letter: Sendable, Equatable {
  /// Units that size is divided into.
  static let unitsPerEm = 20.0
  /// The height of capitals.
  static let capital = 14.0
  // Between the strokes of neighbours.
  private static let gap = 4.0
  // How far marks on small letters are below those on capitals.
  private static let rise = 3.8

  let width: Double
  let strokes: [[Point]]

  /// From the beginning of this letter to that of the next.
  var advance: Double { width + Self.gap }

  static let space = Letter(width: 2, strokes: [])

  private init(width: Double, strokes: [[Point]]) {
    self.width = width
    self.strokes = strokes
  }

  /// The letter with a mark about its middle.
  func marked(with mark: Letter) -> Letter {
    let top = strokes.joined().reduce(0) { max($0, $1.y) }
    // Marks that hang below stay where they are.
    let isAbove = mark.strokes.joined().contains { $0.y > 0 }
    let rise = isAbove && top > 12 ? Self.rise : 0
    let moved = mark.strokes.map { stroke in
      stroke.map { Point(x: $0.x + width / 2, y: $0.y + rise) }
    }
    return Letter(width: width, strokes: strokes + moved)
  }
}

/// All letters there are, read when the first text is set.
struct Alphabet: Sendable {
  static let builtIn = Alphabet()

  private var letters: [Unicode.Scalar: Letter] = [:]
  private var marks: [Unicode.Scalar: Letter] = [:]

  /// What stands for a letter that is not there.
  var missing: Letter { letters["□"] ?? .space }

  private init() {
    letters[" "] = .space
    letters["\u{A0}"] = .space
    // Letters may refer to any other, so that all are read twice.
    for _ in 0..<2 {
      read(LetterShapes.ascii)
      read(LetterShapes.others)
    }
    for (mark, strokes, pairs) in LetterShapes.marks {
      guard let shape = Letter("0 \(strokes)".split(separator: " ")[...], among: letters) else {
        continue
      }
      marks[mark] = shape
      let pairs = Array(pairs.unicodeScalars)
      for place in stride(from: 0, to: pairs.count - 1, by: 2) {
        letters[pairs[place + 1]] = letters[pairs[place]]?.marked(with: shape)
      }
    }
  }

  private mutating func read(_ table: String) {
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard let name = words.first?.unicodeScalars.first else { continue }
      letters[name] = Letter(words.dropFirst(), among: letters) ?? letters[name]
    }
  }

  /// The letter of a character, nil where it is not there.
  subscript(character: Character) -> Letter? {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, var letter = letters[first] else { return nil }
    // The dot makes room for a mark.
    if scalars.dropFirst().contains(where: { marks[$0]?.isAbove ?? false }) {
      if first == "i" { letter = letters["ı"] ?? letter }
      if first == "j" { letter = letters["ȷ"] ?? letter }
    }
    for scalar in scalars.dropFirst() {
      guard let mark = marks[scalar] else { continue }
      letter = letter.marked(with: mark)
    }
    return letter
  }
}

extension Letter {
  fileprivate var isAbove: Bool { strokes.joined().contains { $0.y > 0 } }

  // Steps of a curve: more than enough for letters a few points high.
  private static let steps = 6

  /// Reads a width and strokes; nil where they are not as they should be.
  fileprivate init?(_ words: ArraySlice<Substring>, among letters: [Unicode.Scalar: Letter]) {
    guard let width = words.first.flatMap({ Double($0) }) else { return nil }
    var strokes: [[Point]] = [[]]
    var corner: Point?
    for word in words.dropFirst() {
      if word == "/" {
        strokes.append([])
      } else if word.first == "=", let name = word.unicodeScalars.dropFirst().first {
        guard let other = letters[name] else { return nil }
        strokes += other.strokes
      } else {
        guard let point = Self.point(word.first == "~" ? word.dropFirst() : word) else {
          return nil
        }
        if word.first == "~" {
          corner = point
          continue
        }
        strokes[strokes.count - 1] += Self.curve(strokes[strokes.count - 1].last, corner, point)
        corner = nil
      }
    }
    self.init(width: width, strokes: strokes.filter { !$0.isEmpty })
  }

  private static func curve(_ start: Point?, _ corner: Point?, _ end: Point) -> [Point] {
    guard let start, let corner else { return [end] }
    return (1...steps).map { step in
      let t = Double(step) / Double(steps)
      let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
      return Point(
        x: a * start.x + b * corner.x + c * end.x, y: a * start.y + b * corner.y + c * end.y)
    }
  }

  private static func point(_ word: Substring) -> Point? {
    let numbers = word.split(separator: ",").compactMap { Double($0) }
    return numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : nil
  }
}
