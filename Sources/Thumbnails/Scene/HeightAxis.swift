import Raster

/// The rows at which heights begin and end in a frame, for axes.
public struct HeightAxis: Sendable, Hashable {
  /// The position of height 0, in pixels from the top of the canvas.
  public var zero: Double
  /// The position of height 1, in pixels from the top of the canvas.
  public var full: Double
  /// Whether heights also extend below height 0.
  public var isMirrored: Bool

  /// Creates an axis between two positions.
  public init(zero: Double, full: Double, isMirrored: Bool) {
    self.zero = zero
    self.full = full
    self.isMirrored = isMirrored
  }

  /// Creates an axis that is mirrored about the middle of a frame, up to a margin in pixels.
  public init(mirroredIn frame: WaveformScene.Frame, margin: Double = 0) {
    // A line thicker than the frame would turn the axis upside down.
    let top = frame.y + min(margin, frame.height / 2)
    self.init(zero: frame.center.y, full: top, isMirrored: true)
  }
}
