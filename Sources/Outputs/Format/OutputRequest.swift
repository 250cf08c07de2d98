package import Thumbnails
package import Waveform

/// The outputs that a run makes from each recording.
package struct OutputRequest: Sendable, Equatable {
  package var formats: Set<OutputFormat>
  package var styles: [WaveformStyle]
  /// Pixels per point.
  package var scales: [Int]
  /// Whether pictures are drawn over album art.
  package var showsCovers = false
  /// The timing of animations, or nil for stills.
  package var animation: AnimationTiming?
  /// The number of zoom levels in JSON.
  package var levels: Int?
  /// Whether JSON contains the spectrum.
  package var hasSpectrum = false
  /// Whether JSON contains the analysis of the sound.
  package var hasSound = false
  /// Whether JSON contains the mean frequencies and the bands of its bars.
  package var hasTones = false
  package var zoom = PointsRequest()
  /// The number of magnitudes in `wavesurfer`.
  package var points = standardPoints
  /// The scaling of magnitudes in players' formats; unscaled by default.
  package var playerScaling = WaveformScaling(measure: .peak, normalize: .none)

  /// The default number of points: a divisor of the 4,800 buckets of a summary.
  // So each point is two buckets, and none is divided. No player is much wider: untuned.
  package static let standardPoints = 2400

  package init(
    formats: Set<OutputFormat>,
    styles: [WaveformStyle],
    scales: [Int],
    animation: AnimationTiming? = nil,
    levels: Int? = nil
  ) {
    self.formats = formats
    self.styles = styles
    self.scales = scales
    self.animation = animation
    self.levels = levels
  }
}
