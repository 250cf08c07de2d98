public import Raster
public import Waveform

/// Everything that shapes a picture except its style and pixel scale; nil means the style's
/// default.
// Optional numbers instead of defaults, because each style has its own: a gap is two points between
// bars and four between dots.
public struct ThumbnailLook: Sendable, Hashable {
  /// The size in points.
  public var size: ThumbnailSize?
  /// The number of bars.
  public var bars: Int?
  /// The measures of bars, dots and curves.
  public var geometry = StyleGeometry()
  /// The colors of the waveform and its background.
  public var colors = WaveformColors()
  /// Colors that follow the sound, instead of those of the waveform; nil for the latter.
  public var coloring: WaveformColoring?
  /// What is behind the waveform, in styles that leave room for it.
  public var cover = CoverLook()
  /// The played fraction.
  public var playhead: Double?
  /// The decoded fraction of the recording; the rest is drawn as placeholder bars.
  public var loaded: Double?
  /// The movement of the waveform, drawn at `moment`.
  public var movement: WaveformMovement?
  /// The moment that a movement shows; the loudest by default.
  public var moment: WaveformMoment?
  /// Converts levels to heights.
  public var scaling = WaveformScaling()
  /// The lanes of the channels.
  public var lanes = LaneLook()
  /// Other recordings, drawn over this one in order.
  public var overlays: [ThumbnailOverlay] = []
  /// The line above the drawing, inside of the size.
  public var caption: ThumbnailCaption?
  /// The axes around the waveform, which enlarge the picture.
  public var axes: ThumbnailAxes?
  /// The color of marks where samples reach full scale; nil for no marks.
  public var clipping: Color?
  /// The markers, drawn over the waveform.
  public var markers = MarkerLook()
  /// The colors, frequencies and levels of a spectrogram.
  public var spectrogram = SpectrogramLook()
  /// The typeface of captions.
  public var typeface = Typeface.builtIn

  /// Creates a look with the defaults of each style.
  public init() {}
}

/// The measures of bars, dots and curves; nil means the style's default.
public struct StyleGeometry: Sendable, Hashable {
  /// The gap between bars or dots, in points.
  public var spacing: Double?
  /// The radius of the corners of bars, in points.
  public var cornerRadius: Double?
  /// The width of bars, in points.
  public var barWidth: Double?
  /// The diameter of dots, in points.
  public var dotSize: Double?
  /// The radius of the hole of `circular`, as a fraction of the outer radius.
  public var innerRadius: Double?
  /// The thickness of a curve, in points.
  public var thickness: Double?
  /// The number of cycles of `sine` and `speech`, in the unit of the style.
  public var frequency: Double?
  /// The phase of `sine` and `speech`, in radians.
  public var phase: Double?

  /// Creates the geometry with the defaults of each style.
  public init() {}
}

/// A photograph behind the waveform.
public struct CoverLook: Sendable, Hashable {
  /// The photograph, or nil for none.
  public var photo: Photo?
  /// How much it is dimmed, from 0 to 1; nil for the default.
  public var dim: Double?

  /// Creates a look with a photograph.
  public init(photo: Photo? = nil, dim: Double? = nil) {
    self.photo = photo
    self.dim = dim
  }
}

/// The lanes of the channels.
public struct LaneLook: Sendable, Hashable {
  /// Whether each measured channel has its own lane.
  public var areSplit = false
  /// The label of each lane: none, or one per channel.
  public var names: [String] = []

  /// Creates the look of one lane.
  public init() {}
}

/// The markers, drawn over the waveform.
public struct MarkerLook: Sendable, Hashable {
  /// The markers.
  public var all: [WaveformMarker]
  /// The colors that markers use in turn; if empty, the default ones.
  public var colors: [Color]

  /// Creates the look of markers.
  public init(_ all: [WaveformMarker] = [], colors: [Color] = []) {
    self.all = all
    self.colors = colors
  }

  /// The default colors that markers use in turn.
  // By eye: unlike each other and unlike the blue of a waveform.
  public static let standardColors = [
    Color(rgb: 0xff9500),
    Color(rgb: 0xff3d7f),
    Color(rgb: 0x2fb344),
    Color(rgb: 0x9b5de5),
  ]
}

/// The colors, frequencies and levels of a spectrogram.
public struct SpectrogramLook: Sendable, Hashable {
  /// The colors.
  public var palette = SpectrogramPalette.color
  /// Colors that replace `palette`, from silence to a full-scale sine.
  public var gradient: Gradient?
  /// The scale of frequencies.
  public var axis = FrequencyAxis.logarithmic
  /// The frequencies in hertz; nil for all from 40 Hz, or from 0 Hz if linear.
  public var frequencies: ClosedRange<Double>?
  /// The levels in decibels relative to a full-scale sine, from the first color to the last; nil for
  /// -90 to 0.
  public var levels: ClosedRange<Double>?

  /// Creates a look with the usual colors, frequencies and levels.
  public init() {}

  /// Returns the colors, from silence to a full-scale sine.
  func colors(_ count: Int) -> [Color] {
    guard let gradient else { return palette.colors(count: count) }
    // As it is given, and not evened out in lightness as a palette is.
    let last = max(count - 1, 1)
    return (0..<count).map { step in
      gradient.color(at: Double(step) / Double(last))
    }
  }
}
