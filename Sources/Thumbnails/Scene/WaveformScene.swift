public import Raster
public import Waveform

/// The heights, colors and frame that a renderer draws; lengths are in pixels.
public struct WaveformScene: Sendable {
  /// The part of the canvas for a lane.
  public struct Frame: Sendable, Hashable {
    /// The upper left corner.
    public var x, y: Double
    /// The size.
    public var width, height: Double

    /// Creates a frame in pixels.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// The middle of the frame.
    public var center: Point {
      Point(x: x + width / 2, y: y + height / 2)
    }
  }

  /// The colors of the bars, from left to right.
  public struct Tints: Sendable, Hashable {
    /// The color of each bar before the playhead.
    public var played: [Color] = []
    /// The color of each bar after it.
    public var unplayed: [Color] = []

    /// Returns the color of a bar, if it has one.
    func color(of bar: Int, isPlayed: Bool) -> Color? {
      guard played.indices.contains(bar), unplayed.indices.contains(bar) else { return nil }
      return isPlayed ? played[bar] : unplayed[bar]
    }
  }

  /// A lane of a picture with several.
  public struct Lane: Sendable, Hashable {
    /// The index of the lane.
    public var index = 0
    /// The number of lanes.
    public var count = 1
  }

  /// The frame to draw in.
  public var frame: Frame
  /// Pixels per point.
  public var scale: Double
  /// The bars' heights in 0…1, unless `lows` is set or they are samples.
  public var heights: [Float]
  /// The played fraction, or nil if everything is drawn as played.
  public var playhead: Double?
  /// The colors of the waveform.
  public var colors: WaveformColors
  /// The color of each bar; empty if all bars have one paint.
  ///
  /// The gradients of `colors` have the same colors from left to right.
  // Colors as well as gradients: rays around a circle have neither left nor right.
  public var tints = Tints()
  /// The bands of all moments, if the renderer shows them and they are known.
  public var spectrum: WaveformSpectrum?
  /// The spectrogram, if the renderer shows it and it is known.
  public var spectrogram: Spectrogram?
  /// The lower ends of bars, if `heights` are their upper ends; both in -1…1 around the middle.
  public var lows: [Float]?
  /// Whether the heights are samples, in -1…1.
  public var areSamples = false
  /// Whether each bar, or column of a spectrogram, is completely within a gap and not drawn; empty
  /// without gaps.
  public var gaps: [Bool] = []
  /// The phase of waves, in radians.
  public var phase = 0.0
  /// The place of this lane among all.
  public var lane = Lane()
  /// Whether drawing should stop; the result may then be incomplete.
  public var isStopped: @Sendable () -> Bool = { false }
}

extension WaveformScene {
  /// The direction of a gradient.
  public enum Direction: String, CaseIterable, Sendable {
    /// From left to right.
    case across
    /// From top to bottom.
    case down
  }

  /// Returns the paint of the played or the unplayed part.
  public func paint(played: Bool, direction: Direction = .across) -> Paint {
    let gradient =
      if played {
        colors.playedGradient
      } else {
        colors.unplayedGradient
      }
    // A gradient that was asked for replaces the color, also that of the text around.
    if let gradient { return frame.paint(gradient, along: direction) }
    guard played else { return .color(colors.unplayed) }
    if case .currentColor(let alpha) = colors.playedPaint { return .currentColor(alpha: alpha) }
    return .color(colors.played)
  }

  /// Returns whether a bar is drawn.
  func exists(_ bar: Int) -> Bool {
    // Most recordings have no gaps, and then no list of them.
    guard gaps.indices.contains(bar) else { return true }
    return !gaps[bar]
  }

  /// Returns the runs of bars between gaps.
  func runs(of count: Int) -> [Range<Int>] {
    guard !gaps.isEmpty else { return [0..<count] }
    var runs: [Range<Int>] = []
    // Each bar continues the last run, or begins one.
    for bar in 0..<count where exists(bar) {
      if let last = runs.last, last.upperBound == bar {
        runs[runs.count - 1] = last.lowerBound..<bar + 1
      } else {
        runs.append(bar..<bar + 1)
      }
    }
    return runs
  }

  /// Returns a mark of a shape that runs from left to right, split at the playhead with subpixel
  /// precision.
  // Two clips that meet, and not a part drawn over another: translucent colors must not add up.
  public func mark(_ shape: Shape) -> Mark {
    guard let playhead else { return .shape(shape, in: paint(played: true)) }
    var played = ClipRectangle.everything
    var unplayed = ClipRectangle.everything
    played.right = frame.x + playhead * frame.width
    unplayed.left = played.right
    let fills = [
      Fill(paint(played: true), clip: played),
      Fill(paint(played: false), clip: unplayed),
    ]
    return .shape(shape, fills)
  }
}

extension WaveformScene.Frame {
  /// Returns a gradient from one side to the other.
  func paint(_ gradient: Gradient, along direction: WaveformScene.Direction) -> Paint {
    var end = Point(x: x, y: y)
    switch direction {
    case .across: end.x += width
    case .down: end.y += height
    }
    return .gradient(gradient, from: Point(x: x, y: y), to: end)
  }
}

/// The arrangement of the lanes of several channels.
public enum LaneArrangement: Sendable {
  /// One above the other, each in its own frame.
  case stacked
  /// All in one frame, divided by the renderer.
  case shared
}
