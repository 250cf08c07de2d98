import Raster

// The line above the plot.
extension ThumbnailCaption {
  /// Returns the height of the line in points; nil if the picture is too small for one.
  static func height(in size: ThumbnailSize) -> Int? {
    // As for labels of axes.
    guard size.width >= 200, size.height >= 80 else { return nil }
    return Int((1.8 * fontSize(in: size)).rounded(.up))
  }

  private static func fontSize(in size: ThumbnailSize) -> Double { size.height < 180 ? 10 : 12 }

  /// Returns the line above the upper left corner of a plot.
  func marks(
    in size: ThumbnailSize,
    endingAt corner: Point,
    scale: Double,
    ink: Color,
    typeface: Typeface
  ) -> [Mark] {
    let fontSize = Self.fontSize(in: size) * scale
    let edge = AxesMargins.edge * scale
    let width = Double(size.width) * scale - 2 * edge
    guard let line = lettering(size: fontSize, fitting: width, in: typeface) else { return [] }
    // The lowest stroke runs through the middle of a row of pixels.
    let baseline = (corner.y - 0.6 * fontSize).rounded(.down) + 0.5
    let start = Point(x: (corner.x + edge).rounded(), y: baseline)
    return [.shape(.lettering(line, at: start), in: .color(ink))]
  }

  /// Returns the longest line that fits: the name is shortened first, then facts are left out from the
  /// last on.
  private func lettering(size: Double, fitting width: Double, in typeface: Typeface) -> Lettering? {
    // A name in letters that the typeface lacks is left out, like the name of a marker.
    let letters = typeface.writes(name) ? Array(name.prefix(Self.maximumLetters)) : []
    for count in (0...facts.count).reversed() {
      func line(_ kept: Int) -> Lettering {
        let texts = [Self.shortened(letters, to: kept)] + facts.prefix(count)
        let text = texts.filter { !$0.isEmpty }.joined(separator: " · ")
        return Lettering(text, size: size, in: typeface)
      }
      var fitting = min(letters.count, Self.minimumLetters)
      guard line(fitting).width <= width else { continue }
      var tooMany = letters.count + 1
      while tooMany - fitting > 1 {
        let middle = (fitting + tooMany) / 2
        if line(middle).width <= width {
          fitting = middle
        } else {
          tooMany = middle
        }
      }
      return line(fitting)
    }
    return nil
  }

  // A name of fewer letters is hardly recognized. By eye.
  private static let minimumLetters = 12
  // More than fit the widest picture; a tag may have any length.
  private static let maximumLetters = 1000

  /// Returns so many letters of a name, with an ellipsis in the place of those in its middle.
  private static func shortened(_ letters: [Character], to count: Int) -> String {
    guard count < letters.count else { return String(letters) }
    // The end of a name tells recordings of one series apart.
    return String(letters.prefix((count + 1) / 2)) + "…" + String(letters.suffix(count / 2))
  }
}
