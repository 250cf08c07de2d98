/// A line of text in the built-in font, which draws letters with a round pen.
public struct Lettering: Sendable, Hashable {
  public let text: String
  /// In pixels, as the width is; capitals are seven tenths of it high.
  public let size: Double
  /// From the left edge of the first stroke to the right edge of the last.
  public let width: Double

  private static let ellipsis: Character = "…"
  // The pen, as a part of the size.
  private static let penShare = 0.105

  /// How thick strokes are, in pixels.
  public var pen: Double { Self.penShare * size }

  private var unit: Double { size / Letter.unitsPerEm }

  public init(_ text: String, size: Double) {
    self.text = text
    self.size = size
    let letters = Self.letters(of: text)
    let gap = Letter.space.advance - Letter.space.width
    let units = letters.reduce(0) { $0 + $1.advance } - (letters.isEmpty ? 0 : gap)
    width = units * size / Letter.unitsPerEm + (letters.isEmpty ? 0 : Self.penShare * size)
  }

  /// The text as far as it fits into a width, with an ellipsis where something is left out; nil where not even
  /// `least` letters fit.
  public init?(_ text: String, size: Double, fitting width: Double, least: Int = 2) {
    // Nothing longer fits into any picture.
    var shown = text.prefix(1000)
    var line = Lettering(String(shown), size: size)
    if shown.count == text.count, line.width <= width {
      self = line
      return
    }
    while shown.count >= least {
      let words = String(shown).trimmedEnd + String(Self.ellipsis)
      line = Lettering(words, size: size)
      if line.width <= width {
        self = line
        return
      }
      // One narrow letter takes a tenth of the size at least.
      let surplus = Int((line.width - width) / size)
      shown = shown.dropLast(max(1, min(surplus, shown.count - least)))
    }
    return nil
  }

  /// Whether at least half of a text's letters are there.
  public static func spells(_ text: String) -> Bool {
    let known = text.count { Alphabet.builtIn[$0] != nil }
    return known > 0 && 2 * known >= text.count
  }

  /// The letters as a shape each, the left edge of the first and the middle of its lowest stroke at a place.
  public func outlines(at place: Point) -> [Outline] {
    var x = place.x + Self.penShare * size / 2
    return Self.letters(of: text).map { letter in
      var outline = Outline()
      for stroke in letter.strokes {
        let path = stroke.map { Point(x: x + $0.x * unit, y: place.y - $0.y * unit) }
        outline.addStroke(along: path, width: Self.penShare * size)
      }
      x += letter.advance * unit
      return outline
    }
  }

  private static func letters(of text: String) -> [Letter] {
    text.map { Alphabet.builtIn[$0] ?? Alphabet.builtIn.missing }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self
    while let last = text.last, last == " " || last == "," { text.removeLast() }
    return text
  }
}
