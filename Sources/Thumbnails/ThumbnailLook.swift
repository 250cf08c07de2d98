public import Raster
public import Waveform

/// The size of a picture in points.
public struct ThumbnailSize: Sendable, Hashable {
  /// In points.
  public var width: Int
  /// In points.
  public var height: Int

  /// A size in points.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// A strip in which a hundred bars of four points and gaps of two stand exactly.
  public static let standard = ThumbnailSize(width: 598, height: 120)
}

/// Everything that shapes a picture but its style and pixel scale; nothing means the style's own.
public struct ThumbnailLook: Sendable, Hashable {
  /// The size in points.
  public var size: ThumbnailSize?
  /// How many bars.
  public var bars: Int?
  /// The gap between bars or dots, in points.
  public var spacing: Double?
  /// The radius of the corners of bars, in points.
  public var cornerRadius: Double?
  /// The width of bars, in points.
  public var barWidth: Double?
  /// The diameter of dots, in points.
  public var dotSize: Double?
  /// The radius that `circular` leaves empty, as a fraction of the outer one.
  public var innerRadius: Double?
  /// The thickness of a curve, in points.
  public var thickness: Double?
  /// How often the waves of `sine` and `speech` go up and down, in the measure of each.
  public var frequency: Double?
  /// How far those waves have run, in radians.
  public var phase: Double?
  /// The colours of the waveform and its background.
  public var colors = WaveformColors()
  /// A photograph over which the waveform is laid, in styles that leave room for one.
  public var cover: Photo?
  /// How much darker that photograph is made, from 0 to 1.
  public var coverDim: Double?
  /// How much has been played, as a fraction.
  public var playhead: Double?
  /// How much of the recording has been decoded, as a fraction: beyond it stand placeholder bars.
  public var loaded: Double?
  /// How the waveform moves; it is drawn as it is at `moment`.
  public var movement: WaveformMovement?
  /// The moment that is drawn, for what moves; otherwise the loudest.
  public var moment: WaveformMoment?
  /// How levels become heights.
  public var scaling = WaveformScaling()
  /// A lane a channel, where the measurement has them.
  public var splitsChannels = false
  /// What stands beside each lane; none, or one for each channel.
  public var laneNames: [String] = []
  /// Other recordings, drawn over this one in order.
  public var overlays: [ThumbnailOverlay] = []
  /// What surrounds the picture to read it off; the picture grows by it.
  public var axes: ThumbnailAxes?
  /// The colour of marks where samples reach full scale, or nil for no such marks.
  public var clipping: Color?
  /// The markers, drawn over the waveform.
  public var markers: [WaveformMarker] = []
  /// The colours that markers take in turn; none are the library's own.
  public var markerColors: [Color] = []
  /// The colours of a spectrogram.
  public var palette = SpectrogramPalette.color
  /// How a spectrogram lays out pitches.
  public var frequencyAxis = FrequencyAxis.logarithmic
  /// The letters of captions.
  public var typeface = Typeface.builtIn

  /// The colours that markers take in turn where none are given.
  public static let standardMarkerColors = [
    Color(red: 0xff, green: 0x95, blue: 0x00), Color(red: 0xff, green: 0x3d, blue: 0x7f),
    Color(red: 0x2f, green: 0xb3, blue: 0x44), Color(red: 0x9b, green: 0x5d, blue: 0xe5),
  ]

  /// The look that each style has by itself.
  public init() {}
}
