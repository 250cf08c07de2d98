public import Raster

/// Draws waveforms in one style; custom styles have the same capabilities as built-in ones.
public protocol WaveformRenderer: Sendable {
  /// Returns the number of bars in a picture of a size; `asked` is the requested number, if any.
  func barCount(in size: ThumbnailSize, asked: Int?) -> Int

  /// The arrangement of the lanes of several channels.
  var laneArrangement: LaneArrangement { get }

  /// The property of the recording that heights show.
  var content: WaveformContent { get }

  /// The direction of time, for markers.
  var timeAxis: TimeAxis { get }

  /// The position of the shade over a photograph.
  var shade: CoverShade.Position { get }

  /// The form of lowest and highest values; nil if only heights are shown.
  var signedForm: SignedForm? { get }

  /// Whether colors that change with time blend from bar to bar.
  var blendsColors: Bool { get }

  /// Returns the positions of heights 0 and 1 in a scene, for axes.
  func heightAxis(in scene: WaveformScene) -> HeightAxis

  /// Returns the left edge and the width of a bar, in pixels.
  func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double)

  /// Returns the marks of one waveform: of one lane, or of the whole picture.
  func marks(of scene: WaveformScene) -> [Mark]
}

// What most styles have, so that one of a program is a function or two.
extension WaveformRenderer {
  public func barCount(in size: ThumbnailSize, asked: Int?) -> Int { asked ?? 100 }
  public var laneArrangement: LaneArrangement { .stacked }
  public var content: WaveformContent { .time }
  public var timeAxis: TimeAxis { .across }
  public var signedForm: SignedForm? { nil }
  public var blendsColors: Bool { false }

  public func heightAxis(in scene: WaveformScene) -> HeightAxis {
    HeightAxis(mirroredIn: scene.frame)
  }

  public func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double) {
    let width = scene.frame.width / Double(max(1, scene.heights.count))
    return (scene.frame.x + Double(index) * width, width)
  }

  /// The default shade for the direction of time.
  public var shade: CoverShade.Position {
    switch timeAxis {
    case .across: .middle
    case .around(let innerRadius): .ring(innerRadius: innerRadius)
    }
  }
}

/// The form in which a renderer shows lowest and highest values.
// Rays around a circle have none: they begin at its hole, and have no other side.
public enum SignedForm: Sendable {
  /// Bars from the lowest to the highest value.
  case bars
  /// Extremes, and single samples if there is room.
  case samplesCloseUp
}

/// The direction of time in a picture.
// Markers, shades and axes need it, and are drawn by one code for all styles.
public enum TimeAxis: Sendable {
  /// From the left edge to the right.
  case across
  /// Clockwise from the top, outside a hole whose radius is a fraction of half the shorter side.
  case around(innerRadius: Double)

  /// Whether time runs from left to right.
  var isAcross: Bool {
    switch self {
    case .across: true
    case .around: false
    }
  }
}
