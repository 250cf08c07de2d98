public import Raster

/// Draws waveforms in one style; those of the library are no different from anyone else's.
public protocol WaveformRenderer: Sendable {
  /// How many bars it draws in a picture of a size, given how many are asked for if anyone does.
  func barCount(in size: ThumbnailSize, asked: Int?) -> Int

  /// How the lanes of several channels are arranged.
  var laneArrangement: LaneArrangement { get }

  /// The property of the recording that heights show.
  var content: WaveformContent { get }

  /// Along what time runs, for markers.
  var timeAxis: TimeAxis { get }

  /// Where its waveform needs a shade over a photograph.
  var shade: CoverShade.Place { get }

  /// How it shows lowest and highest values; nil where it shows heights alone.
  var signedForm: SignedForm? { get }

  /// Where heights begin and end in the frame of a scene, for axes.
  func heightAxis(in scene: WaveformScene) -> HeightAxis

  /// The left edge and the width of a bar of a scene, in pixels.
  func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double)

  /// The marks of one waveform: of one lane of a picture, or of all of it.
  func marks(of scene: WaveformScene) -> [Mark]
}

extension WaveformRenderer {
  public func barCount(in size: ThumbnailSize, asked: Int?) -> Int { asked ?? 100 }
  public var laneArrangement: LaneArrangement { .stacked }
  public var content: WaveformContent { .time }
  public var timeAxis: TimeAxis { .across }
  public var signedForm: SignedForm? { nil }
  public func heightAxis(in scene: WaveformScene) -> HeightAxis {
    HeightAxis(mirroredIn: scene.frame)
  }
  public func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double) {
    let width = scene.frame.width / Double(max(1, scene.heights.count))
    return (scene.frame.x + Double(index) * width, width)
  }
  /// What suits the way of time.
  public var shade: CoverShade.Place {
    switch timeAxis {
    case .across: .middle
    case .around(let innerRadius): .ring(innerRadius: innerRadius)
    }
  }
}

/// How a renderer shows lowest and highest values.
public enum SignedForm: Sendable {
  /// Bars from one to the other.
  case bars
  /// Extremes, and the samples themselves where there is room for each.
  case samplesCloseUp
}

/// The property of a recording that the heights of a waveform show.
public enum WaveformContent: Sendable {
  /// Levels from the beginning to the end.
  case time
  /// Pitches from low to high, at one moment.
  case pitches
  /// The level of one moment, as a single height.
  case level
  /// Levels as for `time`; the picture is of the scene's spectrum.
  case spectrum
  /// The power of every pitch at every moment: the scene's spectrogram.
  case spectrogram

  /// Whether it is one moment that is shown.
  var isOfMoment: Bool { self == .pitches || self == .level }

  /// Whether shapes show it, and vectors can.
  public var isOfShapes: Bool {
    switch self {
    case .time, .pitches, .level: true
    case .spectrum, .spectrogram: false
    }
  }

  /// Whether it leaves room for a photograph beneath it.
  public var takesCover: Bool { isOfShapes }

  /// Whether another recording can be drawn over it.
  public var takesOverlay: Bool { self == .time || self == .pitches }
}

/// How the lanes of several channels are arranged.
public enum LaneArrangement: Sendable {
  /// One above the other, each in a frame of its own.
  case stacked
  /// All in one frame, which the renderer shares out.
  case shared
}

/// Along what time runs in a picture.
public enum TimeAxis: Sendable {
  /// From the left edge to the right.
  case across
  /// Clockwise from the top, outside a hole whose radius is a fraction of half the shorter side.
  case around(innerRadius: Double)
}
