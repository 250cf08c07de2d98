import WavethumbBytes

/// The numbers of recordings by loudness, a bar for each whole LUFS.
struct LoudnessHistogram {
  private let bars: [(level: Int, count: Int)]
  private let first: Int
  private let last: Int

  // Quieter and louder recordings are counted in the bars at the ends. Broadcasts are at -23 LUFS and songs
  // up to -6: the range is a guess.
  private static let shown = -50...0

  init(counts: [Int: Int]) {
    var bars: [Int: Int] = [:]
    for (level, count) in counts {
      let bounded = max(Self.shown.lowerBound, min(Self.shown.upperBound, level))
      bars[bounded, default: 0] += count
    }
    let sorted = bars.sorted { $0.key < $1.key }
    self.bars = sorted.map { ($0.key, $0.value) }
    // Wide enough that a single bar is no wall: from -30 to -6 at least, where most recordings are.
    let lowest = sorted.first?.key ?? -30
    let highest = sorted.last?.key ?? -10
    first = max(Self.shown.lowerBound, min(lowest - 1, -30))
    last = min(Self.shown.upperBound, max(highest + 1, -6))
  }

  // In units of the view box: the page scales the picture to its width.
  private static let width = 640.0
  private static let height = 150.0

  /// The SVG element.
  var text: String {
    let maximum = Double(bars.map(\.count).max() ?? 1)
    let step = Self.width / Double(last - first + 1)
    var shapes = ""
    for bar in bars {
      // One recording among thousands is still seen.
      let height = max(1, Double(bar.count) / maximum * Self.height)
      let left = Double(bar.level - first) * step
      let title = "\(bar.level) LUFS: \(Numerals.count(bar.count, "recording"))"
      shapes +=
        "<rect x=\"\(Self.number(left + 1))\" y=\"\(Self.number(20 + Self.height - height))\""
      shapes += " width=\"\(Self.number(step - 2))\" height=\"\(Self.number(height))\">"
      shapes += "<title>\(title)</title></rect>"
    }
    if let tallest = bars.first(where: { Double($0.count) == maximum }) {
      let middle = (Double(tallest.level - first) + 0.5) * step
      shapes += Self.label(Numerals.grouped(tallest.count), x: middle, y: 15)
    }
    shapes += "<line x1=\"0\" x2=\"\(Self.width)\" y1=\"170.5\" y2=\"170.5\"/>"
    for level in first...last where level.isMultiple(of: 6) {
      let middle = (Double(level - first) + 0.5) * step
      shapes += Self.label("\(level)", x: middle, y: 186)
    }
    // For screen readers.
    let spoken = bars.map { "\($0.level) LUFS: \($0.count)" }.joined(separator: ", ")
    return "<svg viewBox=\"0 0 \(Int(Self.width)) 192\" role=\"img\" aria-label=\"\(spoken)\">"
      + shapes + "</svg>"
  }

  private static func label(_ text: String, x: Double, y: Int) -> String {
    // Half of the widest label, so that none is cut off at the sides.
    let x = number(max(12, min(width - 12, x)))
    return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">\(text)</text>"
  }

  private static func number(_ number: Double) -> String { Numerals.fixed(number, decimals: 1) }
}
