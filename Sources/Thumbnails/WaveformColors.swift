public import Raster

/// The colours of a picture; a gradient takes the place of the colour beside it.
public struct WaveformColors: Sendable, Hashable {
  /// The colour before the playhead.
  public var played: Color
  /// The colour after the playhead.
  public var unplayed: Color
  /// Takes the place of `played`.
  public var playedGradient: Gradient?
  /// Takes the place of `unplayed`.
  public var unplayedGradient: Gradient?
  /// Whether what is played takes the colour of the text around the picture, where a format knows
  /// one.
  public var playedIsCurrentColor = false
  /// The background, nil where it stays clear.
  public var background: Color?
  /// Takes the place of the background.
  public var backgroundGradient: Gradient?
  /// Which way the gradient of the background runs.
  public var backgroundDirection = WaveformScene.Direction.down

  /// Colours; the defaults are blue, translucent grey and no background.
  public init(
    played: Color = Color(red: 0x1e, green: 0x90, blue: 0xff),
    unplayed: Color = Color(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x99),
    playedGradient: Gradient? = nil, unplayedGradient: Gradient? = nil, background: Color? = nil
  ) {
    self.played = played
    self.unplayed = unplayed
    self.playedGradient = playedGradient
    self.unplayedGradient = unplayedGradient
    self.background = background
  }

  /// The colours with less opacity, and the same background.
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
  /// The paint beneath a picture that fills a frame.
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
