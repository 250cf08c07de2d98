package import Raster
import Thumbnails

extension ValueForm<Color> {
  package static var color: ValueForm { ValueForm("C", completing: .colors, by: OptionText.color) }
}

extension ValueForm<PlayedPaint> {
  static var playedPaint: ValueForm {
    ValueForm("C", completing: .colors) { text throws(ValueProblem) in
      // Keywords of CSS are written in any case, like its colors.
      switch SpellingSuggestion.folded(text.bytes) {
      case Array("currentcolor".utf8): .currentColor(alpha: 255)
      case Array("auto".utf8): .automatic
      default: .color(try text.color())
      }
    }
  }
}

extension ValueForm<BackgroundPaint?> {
  /// A background; a transparent color means none.
  // Both are the same picture, and must have the same settings.
  static var backgroundPaint: ValueForm {
    ValueForm("C[,C...]", completing: .colors) { text throws(ValueProblem) in
      for direction in WaveformScene.Direction.allCases {
        let start = Array("\(direction.rawValue):".utf8)
        guard text.bytes.starts(with: start) else { continue }
        let colors = OptionText(Array(text.bytes.dropFirst(start.count)))
        return .gradient(try colors.gradient(), direction)
      }
      let isGradient = text.bytes.contains(UInt8(ascii: ","))
      if isGradient { return .gradient(try text.gradient(), .down) }
      let color = try text.color()
      if color.alpha == 0 { return nil }
      return .color(color)
    }
  }
}

extension ValueForm<[Color]> {
  package static var colors: ValueForm {
    ValueForm("C[,C...]", completing: .colors) { text throws(ValueProblem) in
      try text.list { color throws(ValueProblem) in try color.color() }
    }
  }
}

extension ValueForm<Palette> {
  /// The name of a palette, or colors from low to high.
  static var palette: ValueForm {
    let named = SpectrogramPalette.allCases.map { palette in
      (word: palette.rawValue, value: palette)
    }
    return ValueForm("NAME|C,C[,C...]", completing: .keywords(named.map(\.word))) {
      text throws(ValueProblem) in
      if text.bytes.contains(UInt8(ascii: ",")) { return .colors(try text.gradient()) }
      do throws(ValueProblem) {
        return .named(try text.value(among: named))
      } catch {
        guard case .unknownWord(let nearest, let words) = error else { throw error }
        throw .notAPalette(nearest: nearest, words: words)
      }
    }
  }
}

extension ValueForm<Gradient> {
  package static var gradient: ValueForm {
    ValueForm("C,C[,C...]", completing: .colors, by: OptionText.gradient)
  }
}

extension OptionText {
  package func color() throws(ValueProblem) -> Color {
    guard !bytes.isEmpty else { throw .empty }
    guard let color = Color(css: String(decoding: bytes, as: UTF8.self)) else {
      throw .notAColor(nearest: SpellingSuggestion.to(bytes, among: Color.names))
    }
    return color
  }

  /// Parses two or more colors separated by commas.
  package func gradient() throws(ValueProblem) -> Gradient {
    guard !bytes.isEmpty else { throw .empty }
    guard (2...Self.maximumStops).contains(split(at: ",").count) else {
      throw .gradientNeedsStops(lowest: 2, highest: Self.maximumStops)
    }
    return Gradient(colors: try list { stop throws(ValueProblem) in try stop.color() })
  }

  // More colors than a picture of 598 pixels can show apart.
  private static let maximumStops = 64
}
