import Raster

/// The name of a marker on a label of its color, readable on any background.
struct MarkerCaption {
  var box: WaveformScene.Frame
  let lettering: Lettering
  private let color: Color

  // The padding and the height of a label relative to the text size, by eye.
  private static let padding = 0.4
  private static let lines = 1.4

  static func height(size: Double) -> Double { (lines * size).rounded() }

  /// Returns the smallest useful width of a label.
  static func minimumWidth(size: Double) -> Double { 2 * size }

  /// Returns the width of a label that shows all of a text.
  static func width(_ text: String, size: Double, in typeface: Typeface) -> Double {
    Lettering(text, size: size, in: typeface).width + 2 * padding * size
  }

  /// Creates a label as wide as its text, shortened if necessary; nil if it does not fit.
  init?(
    _ marker: MarkerLayer.Placed,
    size: Double,
    in typeface: Typeface,
    at corner: Point,
    width: Double
  ) {
    let padding = Self.padding * size
    // A label with one letter is still useful. A width that was computed from the text must not fail by
    // a rounding error.
    let lettering = Lettering(
      marker.label,
      size: size,
      fitting: width - 2 * padding + 1e-6,
      minimumLetters: 1,
      in: typeface
    )
    guard let lettering else { return nil }
    self.lettering = lettering
    color = marker.color

    // Labels use whole pixels, so that letters are as sharp as possible.
    box = WaveformScene.Frame(
      x: corner.x,
      y: corner.y.rounded(),
      width: lettering.width + 2 * padding,
      height: Self.height(size: size)
    )
  }

  var marks: [Mark] {
    var ground = color
    // Nearly opaque, so that the waveform does not show through the text.
    ground.alpha = max(ground.alpha, 0xe0)
    let ink =
      if ground.isBright {
        Color(rgb: 0x101014)
      } else {
        Color(rgb: 0xffffff)
      }
    return lettering.marks(
      in: box,
      padding: Self.padding * lettering.size,
      ground: ground,
      ink: ink
    )
  }
}

extension Lettering {
  /// Returns the marks of the label: text on a rectangle with round corners.
  func marks(in box: WaveformScene.Frame, padding: Double, ground: Color, ink: Color) -> [Mark] {
    let label = RoundedRectangle(
      x: box.x,
      y: box.y,
      width: box.width,
      height: box.height,
      cornerRadius: 0.2 * size
    )
    let baseline = box.y + box.height - 0.35 * size

    // The lowest stroke runs through the middle of a row of pixels.
    let start = Point(x: (box.x + padding).rounded(), y: baseline.rounded(.down) - 0.5)
    return [
      .shape(.bars([label]), in: .color(ground)),
      .shape(.lettering(self, at: start), in: .color(ink)),
    ]
  }
}

extension Color {
  /// Whether black text is more readable on the color than white text.
  // The weights of ITU-R BT.601, and a limit somewhat above the middle.
  fileprivate var isBright: Bool {
    let brightness = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
    return brightness > 140
  }
}
