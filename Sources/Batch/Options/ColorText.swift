import Raster

/// Colours as options spell them.
extension OptionText {
  func color() throws(ValueProblem) -> Color {
    guard !bytes.isEmpty else { throw .empty }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let color = Color(css: text) else {
      throw .notAColor(nearest: NearestWord.to(bytes, among: Color.names))
    }
    return color
  }

  /// Two or more colours between commas.
  func gradient() throws(ValueProblem) -> Gradient {
    guard !bytes.isEmpty else { throw .empty }
    let stops = list()
    guard (2...Self.mostStops).contains(stops.count) else {
      throw .gradientNeedsStops(lowest: 2, highest: Self.mostStops)
    }
    var colors: [Color] = []
    for stop in stops { colors.append(try stop.color()) }
    return Gradient(colors: colors)
  }

  private static let mostStops = 64
}
