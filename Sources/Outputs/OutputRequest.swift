package import Thumbnails

/// What a run wants to have made of each recording, whatever the recording is.
package struct OutputRequest: Sendable, Equatable {
  package var formats: Set<OutputFormat>
  package var styles: [WaveformStyle]
  /// Pixels per point.
  package var scales: [Int]
  /// What every picture is animated by; nothing where they are stills.
  package var animation: AnimationTiming?
  /// How many zoom levels stand in JSON.
  package var levels: Int?

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
