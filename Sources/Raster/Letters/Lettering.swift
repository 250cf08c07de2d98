/// A line of text, as shapes of its letters.
public struct Lettering: Sendable {
  /// The text as it was given, or shortened with an ellipsis.
  public let text: String
  /// In pixels, as the width is; capitals are about seven tenths of it high.
  public let size: Double
  /// From the left edge of the first stroke to the right edge of the last.
  public let width: Double
  /// The letters that the text is drawn with.
  public let typeface: Typeface

  /// How thick strokes are, in pixels.
  public var pen: Double { PlacedLetter.pen * size }

  private let letters: [PlacedLetter]

  private static let ellipsis = "…"

  /// A line of text, with its size in pixels.
  public init(_ text: String, size: Double, in typeface: Typeface = .builtIn) {
    self.init(text, typeface.letters(of: text), size: size, in: typeface)
  }

  private init(_ text: String, _ letters: [PlacedLetter], size: Double, in typeface: Typeface) {
    self.text = text
    self.size = size
    self.typeface = typeface
    self.letters = letters
    width = Self.width(of: letters, size: size)
  }

  /// The text as far as it fits into a width, with an ellipsis where something is left out; nil
  /// where not even `least` letters fit.
  public init?(
    _ text: String, size: Double, fitting width: Double, least: Int = 2,
    in typeface: Typeface = .builtIn
  ) {
    let letters = typeface.letters(of: text)
    if Self.width(of: letters, size: size) <= width, text.utf8.count <= LetterUnits.mostBytes {
      self.init(text, letters, size: size, in: typeface)
      return
    }
    let dots = typeface.letters(of: Self.ellipsis)
    // Widths of all beginnings at once, so that a long text costs no more than its length.
    var reach = 0.0
    var count = 0
    for letter in letters {
      reach += letter.advance
      if Self.width(of: dots, size: size) + reach * size > width { break }
      count += 1
    }
    while let last = letters[..<count].last, count > 0, last.endsNoLine { count -= 1 }
    guard count >= least else { return nil }
    let shown = letters[..<count]
    self.init(
      shown.map(\.text).joined() + Self.ellipsis, shown + dots, size: size, in: typeface)
  }

  /// Whether a text can be written in the built-in letters.
  public static func spells(_ text: String) -> Bool { Typeface.builtIn.writes(text) }

  /// The letters as a shape each, the left edge of the first and the middle of its lowest stroke at
  /// a place.
  public func outlines(at place: Point) -> [Outline] {
    var x = place.x + PlacedLetter.pen * size / 2
    return letters.map { letter in
      defer { x += letter.advance * size }
      return letter.outline(at: Point(x: x, y: place.y), size: size)
    }
  }

  private static func width(of letters: [PlacedLetter], size: Double) -> Double {
    guard let last = letters.last else { return 0 }
    return (letters.reduce(0) { $0 + $1.advance } - last.gap + PlacedLetter.pen) * size
  }
}

extension Lettering: Hashable {
  public static func == (one: Lettering, other: Lettering) -> Bool {
    one.text == other.text && one.size == other.size && one.typeface == other.typeface
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(size)
    hasher.combine(typeface)
  }
}
