/// A line of text, as shapes of its letters.
public struct Lettering: Sendable, Hashable {
  /// The text, possibly shortened with an ellipsis.
  public let text: String
  /// The size in pixels; capitals are about 70% as high.
  public let size: Double
  /// The width from the left edge of the first stroke to the right edge of the last.
  public let width: Double
  /// The typeface of the text.
  public let typeface: Typeface

  /// The thickness of strokes in pixels.
  public var pen: Double { PlacedLetter.pen * size }

  private let letters: [PlacedLetter]

  private static let ellipsis = "…"

  /// Creates a line of text with its size in pixels.
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

  /// Creates a line that fits a width, shortened with an ellipsis if necessary; nil if fewer than
  /// `minimumLetters` fit.
  public init?(
    _ text: String,
    size: Double,
    fitting width: Double,
    minimumLetters: Int = 2,
    in typeface: Typeface = .builtIn
  ) {
    let letters = typeface.letters(of: text)
    // A longer text was read in part only, so that its end is missing in any case.
    let isComplete = text.utf8.count <= LetterUnits.maximumBytes
    if isComplete, Self.width(of: letters, size: size) <= width {
      self.init(text, letters, size: size, in: typeface)
      return
    }
    let dots = typeface.letters(of: Self.ellipsis)
    let dotsWidth = Self.width(of: dots, size: size)

    // Computes the widths of all prefixes at once, so that the cost is linear in the length.
    var reach = 0.0
    var count = 0
    for letter in letters {
      reach += letter.advance
      if dotsWidth + reach * size > width { break }
      count += 1
    }

    // No space and no comma before the ellipsis.
    while let last = letters[..<count].last, last.unit.endsNoLine {
      count -= 1
    }

    // By default two: one letter and an ellipsis say nothing.
    guard count >= minimumLetters else { return nil }
    let shown = letters[..<count]
    let text = shown.map(\.unit.text).joined() + Self.ellipsis
    self.init(text, shown + dots, size: size, in: typeface)
  }

  /// Returns one shape per letter, placed by the left edge of the first and the middle of its
  /// lowest stroke.
  public func outlines(at position: Point) -> [Outline] {
    var x = position.x + PlacedLetter.pen * size / 2
    return letters.map { letter in
      defer { x += letter.advance * size }
      return letter.outline(at: Point(x: x, y: position.y), size: size)
    }
  }

  private static func width(of letters: [PlacedLetter], size: Double) -> Double {
    guard let last = letters.last else { return 0 }
    let advances = letters.reduce(0) { $0 + $1.advance }
    // Strokes extend by half of the pen beyond the first letter and the last.
    return (advances - last.gap + PlacedLetter.pen) * size
  }
}
