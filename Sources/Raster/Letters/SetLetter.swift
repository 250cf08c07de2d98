/// A letter in its place on a line; lengths are in sizes of the text.
struct SetLetter: Sendable {
  /// The pen of the built-in letters.
  static let pen = 0.105

  /// The characters that it stands for.
  let text: String
  let letter: Letter
  /// From the beginning of this letter to that of the next.
  var advance: Double
  /// How much of that is room after the letter.
  let gap: Double
  /// Whether a shortened line does not end with it.
  let endsNoLine: Bool

  init(_ letter: Letter, of unit: LetterUnit) {
    text = unit.text
    self.letter = letter
    advance = letter.advance / Letter.unitsPerEm
    gap = (letter.advance - letter.width) / Letter.unitsPerEm
    endsNoLine = unit.endsNoLine
  }

  /// A shape for a place, at which the line of writing runs through the middle of the lowest strokes.
  func outline(at place: Point, size: Double) -> Outline {
    let unit = size / Letter.unitsPerEm
    var outline = Outline()
    for stroke in letter.strokes {
      let path = stroke.map { Point(x: place.x + $0.x * unit, y: place.y - $0.y * unit) }
      outline.addStroke(along: path, width: Self.pen * size)
    }
    return outline
  }
}

extension LetterUnit {
  fileprivate var endsNoLine: Bool {
    marks.isEmpty && (base == "," || base.properties.isWhitespace)
  }

  fileprivate var text: String {
    var text = String.UnicodeScalarView([base])
    text += marks
    return String(text)
  }
}
