public import Raster

/// The colors of a picture; a gradient replaces its color.
public struct WaveformColors: Sendable, Hashable {
  /// The color before the playhead.
  public var played: Color { didSet { playedOverArt = nil } }
  /// The color before the playhead over album art; nil for `played`. Setting `played` resets it.
  public var playedOverArt: Color?
  /// The color after the playhead.
  public var unplayed: Color
  /// The gradients that replace `played` and `unplayed`.
  public var playedGradient, unplayedGradient: Gradient?
  /// Whether the played part has the color of the text around the picture, in formats that support
  /// it.
  public var playedIsCurrentColor = false
  /// The background, or nil if it is transparent.
  public var background: Color?
  /// The gradient that replaces `background`.
  public var backgroundGradient: Gradient?
  /// The direction of the background gradient.
  public var backgroundDirection = WaveformScene.Direction.down

  static let standardPlayed = Color(rgb: 0x1e90ff)
  static let standardPlayedOverArt = Color(rgb: 0xffffff)

  /// Creates colors; the defaults are blue (white over album art), translucent gray and no
  /// background.
  public init(
    played: Color? = nil, unplayed: Color = Color(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x99),
    playedGradient: Gradient? = nil, unplayedGradient: Gradient? = nil, background: Color? = nil
  ) {
    self.played = played ?? Self.standardPlayed
    playedOverArt = played == nil ? Self.standardPlayedOverArt : nil
    self.unplayed = unplayed
    self.playedGradient = playedGradient
    self.unplayedGradient = unplayedGradient
    self.background = background
  }

  /// Returns the colors of a waveform over album art.
  func overArt() -> WaveformColors {
    var colors = self
    colors.played = playedOverArt ?? played
    return colors
  }

  /// Returns the colors with less opacity, and the same background.
  func faded(to share: Double) -> WaveformColors {
    var colors = self
    colors.played = played.faded(to: share)
    colors.unplayed = unplayed.faded(to: share)
    colors.playedGradient = playedGradient?.faded(to: share)
    colors.unplayedGradient = unplayedGradient?.faded(to: share)
    return colors
  }
}

extension WaveformColors {
  /// Returns the paint below a picture that fills a frame.
  func backgroundPaint(in frame: WaveformScene.Frame) -> Paint {
    guard let backgroundGradient else { return .color(background ?? .clear) }
    return frame.paint(backgroundGradient, backgroundDirection)
  }
}

extension Gradient {
  fileprivate func faded(to share: Double) -> Gradient {
    Gradient(stops: stops.map { Stop(offset: $0.offset, color: $0.color.faded(to: share)) })
  }
}
