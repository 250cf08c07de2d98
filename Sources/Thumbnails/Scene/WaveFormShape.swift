public import Raster

/// A line that plots any function of x: height 0 is the middle of its frame, 1 the top, -1 the
/// bottom.
public struct WaveFormShape: Sendable {
  /// The height at each x; 1 is the upper edge, -1 the lower.
  public var function: @Sendable (Double) -> Double
  /// The range of x that spans the frame.
  public var range: ClosedRange<Double>
  /// The number of plotted points.
  public var steps: Int

  /// Creates a shape from a function; more steps make it smoother.
  public init(
    range: ClosedRange<Double> = -1...1,
    steps: Int = 3,
    _ function: @escaping @Sendable (Double) -> Double
  ) {
    self.function = function
    self.range = range
    self.steps = steps
  }

  /// Returns the points on the canvas; undefined values become 0.
  public func points(in frame: WaveformScene.Frame) -> [Point] {
    // Two points at least, or there is no line.
    let count = min(max(steps, 2), Self.maximumSteps)
    let span = range.upperBound - range.lowerBound
    return (0..<count).map { index in
      let share = Double(index) / Double(count - 1)
      let value = function(range.lowerBound + span * share)
      // A pole of the function would give a line without an end.
      let finite = value.isFinite ? value : 0
      let height = finite * frame.height / 2
      return Point(x: frame.x + share * frame.width, y: frame.center.y - height)
    }
  }

  /// Returns the line as a stroke, with lengths in pixels.
  public func stroke(in frame: WaveformScene.Frame, _ stroke: Stroke) -> Outline {
    var outline = Outline()
    outline.addStroke(along: points(in: frame), stroke)
    return outline
  }

  /// Returns the line as a stroke with round joins and caps, of a width in pixels.
  public func stroke(in frame: WaveformScene.Frame, width: Double) -> Outline {
    stroke(in: frame, Stroke(width: width))
  }

  // The largest number of steps; no picture has more pixels in width.
  private static let maximumSteps = 1 << 16
}

extension WaveformScene.Frame {
  /// Returns the frame reduced by a margin on every side, if there is room.
  func inset(by margin: Double) -> WaveformScene.Frame {
    let across = min(margin, width / 2)
    let down = min(margin, height / 2)
    return WaveformScene.Frame(
      x: x + across,
      y: y + down,
      width: width - 2 * across,
      height: height - 2 * down
    )
  }
}
