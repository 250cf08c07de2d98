package import Thumbnails
package import Waveform

/// The outputs that a run makes of each recording.
package struct OutputRequest: Sendable, Equatable {
  package var formats: Set<OutputFormat>
  package var styles: [WaveformStyle]
  /// Pixels per point.
  package var scales: [Int]
  /// Whether pictures are laid over the art of the album.
  package var showsCovers = false
  /// The timing of animations, nil for stills.
  package var animation: AnimationTiming?
  /// How many zoom levels stand in JSON.
  package var levels: Int?
  /// Whether the spectrum stands in JSON.
  package var hasSpectrum = false
  package var zoom = PointsRequest()
  /// How many magnitudes a player gets.
  package var points = standardPoints
  /// The scaling of magnitudes in players' formats: as measured, where no other is asked for.
  package var playerScaling = WaveformScaling(measure: .peak, normalize: .none)

  /// As many as divide the 4,800 buckets of a summary.
  package static let standardPoints = 2400

  package init(
    formats: Set<OutputFormat>, styles: [WaveformStyle], scales: [Int],
    animation: AnimationTiming? = nil, levels: Int? = nil
  ) {
    self.formats = formats
    self.styles = styles
    self.scales = scales
    self.animation = animation
    self.levels = levels
  }
}
