import WavethumbBytes

/// The numbers of recordings by loudness, a bar for each whole LUFS.
struct LoudnessHistogram {
  /// The recordings of each level that has any, quiet ones first.
  private let bars: [(level: Int, count: Int)]
  /// The levels at the sides of the picture.
  private let first: Int
  private let last: Int

  // Quieter and louder recordings are counted in the bars at the ends. Broadcasts are at -23 LUFS and songs
  // up to -6: the range is untuned.
  private static let shown = -50...0

  init(counts: [Int: Int]) {
    var bars: [Int: Int] = [:]
    for (level, count) in counts {
      let bounded = max(Self.shown.lowerBound, min(Self.shown.upperBound, level))
      bars[bounded, default: 0] += count
    }
    let levels = bars.keys.sorted()
    self.bars = levels.map { level in (level: level, count: bars[level] ?? 0) }
    // Wide enough that a single bar is no wall: from -30 to -6 at least, where most recordings are.
    let lowest = levels.first ?? -30
    let highest = levels.last ?? -10
    first = max(Self.shown.lowerBound, min(lowest - 1, -30))
    last = min(Self.shown.upperBound, max(highest + 1, -6))
  }

  // In units of the view box: the page scales the picture to its width. Above the bars there is room
  // for a count, and below them for the levels.
  private static let width = 640.0
  private static let height = 150.0
  private static let top = 20.0
  private static let bottom = top + height
  private static let heightWithLabels = 192
  // The baselines of both, beside the bars by a few units.
  private static let baselineOfCount = 15
  private static let baselineOfLevels = 186

  /// The distance from one bar to the next.
  private var step: Double { Self.width / Double(last - first + 1) }

  private func middle(of level: Int) -> Double { (Double(level - first) + 0.5) * step }

  /// The SVG element.
  var text: String {
    let tallest = bars.max { one, other in one.count < other.count }
    let maximum = tallest?.count ?? 1
    var shapes = bars.map { bar in shape(of: bar.level, count: bar.count, maximum: maximum) }
    // Only the largest count is written: it gives the scale, and between narrow bars no other has room.
    if let tallest {
      let count = Numerals.grouped(tallest.count)
      let x = middle(of: tallest.level)
      shapes.append(Self.label(count, x: x, y: Self.baselineOfCount))
    }
    // Half a unit below the bars, so that a line of one unit covers whole pixels.
    let y = Self.bottom + 0.5
    shapes.append("<line x1=\"0\" x2=\"\(Self.width)\" y1=\"\(y)\" y2=\"\(y)\"/>")
    for level in first...last where level.isMultiple(of: 6) {
      shapes.append(Self.label("\(level)", x: middle(of: level), y: Self.baselineOfLevels))
    }

    // For screen readers.
    let spoken = bars.map { bar in "\(bar.level) LUFS: \(bar.count)" }.joined(separator: ", ")
    let viewBox = "0 0 \(Int(Self.width)) \(Self.heightWithLabels)"
    return "<svg viewBox=\"\(viewBox)\" role=\"img\" aria-label=\"\(spoken)\">"
      + shapes.joined() + "</svg>"
  }

  private func shape(of level: Int, count: Int, maximum: Int) -> String {
    // One recording among thousands is still seen.
    let height = max(1, Double(count) / Double(maximum) * Self.height)
    // A gap of one unit on both sides.
    let left = Self.number(Double(level - first) * step + 1)
    let width = Self.number(step - 2)
    let y = Self.number(Self.bottom - height)
    let title = "\(level) LUFS: \(Numerals.count(count, "recording"))"
    return "<rect x=\"\(left)\" y=\"\(y)\" width=\"\(width)\" height=\"\(Self.number(height))\">"
      + "<title>\(title)</title></rect>"
  }

  private static func label(_ text: String, x: Double, y: Int) -> String {
    // Half of the widest label, so that none is cut off at the sides.
    let x = number(max(12, min(width - 12, x)))
    return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">\(text)</text>"
  }

  private static func number(_ number: Double) -> String { Numerals.fixed(number, decimals: 1) }
}
