/// A letter at its position on a line; lengths are relative to the size of the text.
struct PlacedLetter: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    /// The strokes of a round pen.
    case strokes(Letter)
    /// A glyph of a font file.
    case glyph(Glyph, index: Int)
  }

  /// The pen width of the built-in letters.
  // At 10 points about one pixel, as stems of usual fonts at that size.
  static let pen = 0.105
  // The smallest advance, which limits the number of letters per line; no real letter is narrower.
  private static let minimumAdvance = 0.1

  let unit: LetterUnit
  let form: Form
  /// The distance from this letter to the next.
  var advance: Double
  /// The part of the advance after the letter.
  let gap: Double

  init(_ letter: Letter, of unit: LetterUnit) {
    self.unit = unit
    form = .strokes(letter)
    advance = letter.advance / Letter.unitsPerEm
    gap = (letter.advance - letter.width) / Letter.unitsPerEm
  }

  init(_ glyph: Glyph, index: Int, advance: Double, of unit: LetterUnit) {
    self.unit = unit
    form = .glyph(glyph, index: index)
    self.advance = max(advance, Self.minimumAdvance)
    gap = Self.pen
  }

  /// Creates a letter that the viewer's program draws, with a typical width for its script.
  init(guessed unit: LetterUnit) {
    self.unit = unit
    form = .strokes(.space)
    // Rather too wide: a caption should be cut too early and not be drawn over the next
    // one.
    advance = unit.isWide ? 1 : 0.6
    gap = Self.pen
  }

  /// The index of its glyph in a font.
  var glyphIndex: Int? {
    if case .glyph(_, let index) = form {
      index
    } else {
      nil
    }
  }

  /// Moves the letter toward the previous one, or away, but never onto it.
  mutating func kern(by distance: Double) { advance = max(advance + distance, Self.minimumAdvance) }

  /// Returns the shape with the middle of its lowest stroke at a point.
  func outline(at position: Point, size: Double) -> Outline {
    switch form {
    case .strokes(let letter): return outline(of: letter, at: position, size: size)
    case .glyph(let glyph, _):
      // Font glyphs are placed by the lower edge of the lowest strokes, on the border of two pixels, so
      // that the feet of all letters are sharp.
      let base = Point(
        x: position.x - Self.pen * size / 2,
        y: (position.y + Self.pen * size / 2).rounded()
      )
      return glyph.outline(at: base, size: size)
    }
  }

  private func outline(of letter: Letter, at position: Point, size: Double) -> Outline {
    let unit = size / Letter.unitsPerEm
    var outline = Outline()
    for stroke in letter.strokes {
      // Letters count upward from the baseline, pictures downward.
      let path = stroke.map { point in
        Point(x: position.x + point.x * unit, y: position.y - point.y * unit)
      }
      outline.addStroke(along: path, width: Self.pen * size)
    }
    return outline
  }
}

extension LetterUnit {
  /// Whether the letter is full-width, such as Chinese and Korean letters and pictographs.
  // The blocks that Unicode calls wide or fullwidth (UAX #11), without the single signs elsewhere.
  fileprivate var isWide: Bool {
    switch base.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// Whether a shortened line must not end with the letter.
  var endsNoLine: Bool { marks.isEmpty && (base == "," || base.properties.isWhitespace) }
}
