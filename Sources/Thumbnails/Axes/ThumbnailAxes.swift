public import Raster

/// A ruler around a picture: time or pitch below, level or pitch at the left, the colours of levels
/// at the right.
public struct ThumbnailAxes: Sendable, Hashable {
  /// The colour of labels, or nil for one that is readable on the background.
  public var color: Color?
  /// The time at the left edge, in seconds.
  public var start: Double

  /// Axes; lines have half the opacity of labels.
  public init(color: Color? = nil, start: Double = 0) {
    self.color = color
    self.start = start
  }

  /// The colour of labels on the background of a look.
  func ink(on look: ThumbnailLook) -> Color {
    if let color { return color }
    // A photograph is darkened.
    if look.cover != nil { return Self.light }
    let grounds =
      look.colors.backgroundGradient?.stops.map(\.color) ?? [look.colors.background ?? .clear]
    if grounds.contains(where: { $0.alpha < 128 }) { return Self.middle }
    let lightness = grounds.map { SpectrumRamp.Tone($0).lightness }.reduce(0, +)
    return lightness > 0.6 * Double(grounds.count) ? Self.dark : Self.light
  }

  private static let dark = Color(rgb: 0x24242a)
  private static let light = Color(rgb: 0xe4e4ea)
  // Has the same contrast to white as to black.
  private static let middle = Color(rgb: 0x767676)
}

/// The rows at which heights begin and end in a frame, for axes.
public struct HeightAxis: Sendable, Hashable {
  /// The place of height 0, in pixels from the top of the canvas.
  public var zero: Double
  /// The place of height 1.
  public var full: Double
  /// Whether heights extend as far below the place of height 0.
  public var isMirrored: Bool

  /// An axis between two places.
  public init(zero: Double, full: Double, isMirrored: Bool) {
    self.zero = zero
    self.full = full
    self.isMirrored = isMirrored
  }

  /// Heights about the middle of a frame, up to a margin in pixels.
  public init(mirroredIn frame: WaveformScene.Frame, margin: Double = 0) {
    let top = frame.y + min(margin, frame.height / 2)
    self.init(zero: frame.center.y, full: top, isMirrored: true)
  }
}
