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

  /// Fills bars that stand side by side, split at the playhead to a fraction of a pixel.
  public func fill(_ bars: [RoundedRectangle], on canvas: inout Canvas) {
    split { paint, clip in canvas.fill(bars, with: paint, clip: clip) }
  }

  /// Fills a shape that runs from left to right, split at the playhead to a fraction of a pixel.
  public func fill(_ outline: Outline, on canvas: inout Canvas) {
    split { paint, clip in canvas.fill(outline, with: paint, clip: clip) }
  }

  private func split(_ fill: (Paint, ClipRectangle?) -> Void) {
    guard let playhead else { return fill(paint(played: true), nil) }
    var played = ClipRectangle(
      left: -.infinity, top: -.infinity, right: .infinity, bottom: .infinity)
    var unplayed = played
    played.right = frame.x + playhead * frame.width
    unplayed.left = played.right
    fill(paint(played: true), played)
    fill(paint(played: false), unplayed)
  }
}
