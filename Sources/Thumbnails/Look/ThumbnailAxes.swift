import Raster

/// Axes around a picture: time or frequency below, level or frequency on the left, and the colors
/// of levels on the right.
public struct ThumbnailAxes: Sendable, Hashable {
  /// The time at the left edge, in seconds.
  public var start: Double
  /// The time of day at the beginning of the recording, in seconds after midnight, if labels are
  /// times of day.
  public var clock: Double?

  /// Creates axes; lines have half the opacity of labels.
  public init(start: Double = 0, clock: Double? = nil) {
    self.clock = clock
    self.start = start
  }

  /// Returns the color of labels on the background of a look.
  func ink(on look: ThumbnailLook) -> Color {
    // A photograph is darkened.
    if look.cover.photo != nil { return Self.light }

    // All colors of a gradient, since labels are at its ends and along it.
    let grounds =
      switch look.colors.background {
      case .color(let color)?: [color]
      case .gradient(let gradient, _)?: gradient.stops.map(\.color)
      case nil: [Color.clear]
      }
    let isMostlyTransparent = grounds.contains { $0.alpha < 128 }
    if isMostlyTransparent {
      // What shines through is not known: a page may be light or dark. Whoever chose a color of the
      // unplayed part for the page has chosen one that is readable there.
      let unplayed = look.colors.unplayed
      if unplayed == WaveformColors().unplayed { return Self.middle }
      return Color(red: unplayed.red, green: unplayed.green, blue: unplayed.blue)
    }

    // Lightness as the eye sees it: blue is much darker than green of the same value.
    let lightnesses = grounds.map { SpectrumRamp.Tone($0).lightness }
    let sum = lightnesses.reduce(0, +)

    // In the middle, dark and light ink are equally legible.
    return if sum > 0.6 * Double(grounds.count) {
      Self.dark
    } else {
      Self.light
    }
  }

  private static let dark = Color(rgb: 0x24242a)
  private static let light = Color(rgb: 0xe4e4ea)
  // This gray has the same contrast with white and with black.
  private static let middle = Color(rgb: 0x767676)
}
