public import Raster

/// The colours of a picture; a gradient takes the place of the colour beside it.
public struct WaveformColors: Sendable, Hashable {
  public var played: Color
  public var unplayed: Color
  public var playedGradient: Gradient?
  public var unplayedGradient: Gradient?
  /// Nothing where the ground is to stay clear.
  public var background: Color?

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

  /// The same colours, less opaque; the background stays.
  func faded(to share: Double) -> WaveformColors {
    WaveformColors(
      played: played.faded(to: share), unplayed: unplayed.faded(to: share),
      playedGradient: playedGradient?.faded(to: share),
      unplayedGradient: unplayedGradient?.faded(to: share), background: background)
  }
}

extension Gradient {
  fileprivate func faded(to share: Double) -> Gradient {
    Gradient(stops: stops.map { Stop(offset: $0.offset, color: $0.color.faded(to: share)) })
  }
}
