public import Raster
public import Waveform

/// What a renderer is to draw, and where; lengths are in pixels.
public struct WaveformScene: Sendable {
  /// The part of the canvas that a lane has to itself.
  public struct Frame: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    public var center: Point { Point(x: x + width / 2, y: y + height / 2) }
  }

  public var frame: Frame
  /// Pixels a point.
  public var scale: Double
  /// The bars' heights in 0…1.
  public var heights: [Float]
  /// How much has been played, as a fraction; nothing where all is drawn as played.
  public var playhead: Double?
  public var colors: WaveformColors
  /// The bands of all moments, where the renderer shows them and they are known.
  public var spectrum: WaveformSpectrum?
  /// How far waves have run, in radians.
  public var phase = 0.0
  /// Which of how many lanes this is.
  public var lane = 0
  public var laneCount = 1
}

extension WaveformScene {
  /// Along which side of the frame a gradient runs.
  public enum Direction: Sendable {
    case across
    case down
  }

  /// The paint of what is played, or is not.
  public func paint(played: Bool, direction: Direction = .across) -> Paint {
    let gradient = played ? colors.playedGradient : colors.unplayedGradient
    guard let gradient else { return .color(played ? colors.played : colors.unplayed) }
    var end = Point(x: frame.x, y: frame.y)
    switch direction {
    case .across: end.x += frame.width
    case .down: end.y += frame.height
    }
    return .gradient(gradient, from: Point(x: frame.x, y: frame.y), to: end)
  }

  /// A shape that runs from left to right, split at the playhead to a fraction of a pixel.
  public func mark(_ shape: Shape) -> Mark {
    guard let playhead else { return .shape(shape, in: paint(played: true)) }
    var played = ClipRectangle.everything
    var unplayed = ClipRectangle.everything
    played.right = frame.x + playhead * frame.width
    unplayed.left = played.right
    return .shape(
      shape,
      [Fill(paint(played: true), clip: played), Fill(paint(played: false), clip: unplayed)])
  }
}
