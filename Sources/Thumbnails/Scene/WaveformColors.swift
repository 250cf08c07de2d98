public import Raster

/// The color of the played part of a waveform.
// Not a color with a default: blue that was asked for stays blue over album art, and the color of text
// is not known before a page shows the SVG.
public enum PlayedPaint: Sendable, Hashable {
  /// Blue, and white over album art.
  case automatic
  /// The same color on any background.
  case color(Color)
  /// The color of the text around the picture, for SVG in a page.
  case currentColor(alpha: UInt8)
}

/// The color or gradient of a background.
public enum BackgroundPaint: Sendable, Hashable {
  /// One color everywhere.
  case color(Color)
  /// A gradient from one side to the other.
  case gradient(Gradient, WaveformScene.Direction)
}

/// The colors of a picture; a gradient replaces its color.
public struct WaveformColors: Sendable, Hashable {
  /// The paint before the playhead.
  public var playedPaint: PlayedPaint
  /// The color after the playhead.
  public var unplayed: Color
  /// The gradient that replaces `played`.
  public var playedGradient: Gradient?
  /// The gradient that replaces `unplayed`.
  public var unplayedGradient: Gradient?
  /// The background, or nil if it is transparent.
  public var background: BackgroundPaint?

  /// Creates colors; the defaults are blue (white over album art), translucent gray and no
  /// background.
  public init(
    played: Color? = nil,
    unplayed: Color = Color(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x99),
    playedGradient: Gradient? = nil,
    unplayedGradient: Gradient? = nil,
    background: Color? = nil
  ) {
    playedPaint = played.map { .color($0) } ?? .automatic
    self.unplayed = unplayed
    self.playedGradient = playedGradient
    self.unplayedGradient = unplayedGradient
    self.background = background.map { .color($0) }
  }

  /// The color before the playhead.
  public var played: Color {
    get {
      switch playedPaint {
      // The "dodgerblue" of CSS: its contrast is 3.2 on white and 6.5 on black.
      case .automatic: Color(rgb: 0x1e90ff)
      case .color(let color): color
      case .currentColor(let alpha): Color(red: 0, green: 0, blue: 0, alpha: alpha)
      }
    }
    set { playedPaint = .color(newValue) }
  }

  /// Returns the colors over album art: white, unless a color was asked for.
  // Art has any color, and its shade is black.
  func overArt() -> WaveformColors {
    var colors = self
    if playedPaint == .automatic {
      colors.played = Color(rgb: 0xffffff)
    }
    return colors
  }

  /// Returns the colors with less opacity, and the same background.
  func faded(to share: Double) -> WaveformColors {
    var colors = self
    let played = played.faded(to: share)
    if case .currentColor = playedPaint {
      colors.playedPaint = .currentColor(alpha: played.alpha)
    } else {
      colors.played = played
    }
    colors.unplayed = unplayed.faded(to: share)
    colors.playedGradient = playedGradient?.faded(to: share)
    colors.unplayedGradient = unplayedGradient?.faded(to: share)
    return colors
  }

  /// Returns the paint below a picture that fills a frame.
  func backgroundPaint(in frame: WaveformScene.Frame) -> Paint {
    switch background {
    case .color(let color)?: .color(color)
    case .gradient(let gradient, let direction)?: frame.paint(gradient, along: direction)
    case nil: .color(.clear)
    }
  }
}

extension Gradient {
  /// Returns the gradient with less opacity.
  func faded(to share: Double) -> Gradient {
    let faded = stops.map { stop in
      Stop(offset: stop.offset, color: stop.color.faded(to: share))
    }
    return Gradient(stops: faded)
  }
}
