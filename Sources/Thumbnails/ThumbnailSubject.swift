public import Waveform

/// What there is to draw of a recording.
public struct ThumbnailSubject: Sendable {
  public var summary: WaveformSummary
  /// One summary a channel, or none.
  public var lanes: [WaveformSummary]
  /// The bands of one moment in 0…1, low to high, for styles that show pitches.
  public var bands: [Float]?

  public init(summary: WaveformSummary, lanes: [WaveformSummary] = [], bands: [Float]? = nil) {
    self.summary = summary
    self.lanes = lanes
    self.bands = bands
  }

  /// A measured recording, with its spectrum at the loudest moment if `style` shows one.
  public init(_ measurement: WaveformMeasurement, style: WaveformStyle) {
    self.init(
      summary: measurement.mix, lanes: measurement.lanes,
      bands: style.showsSpectrum ? measurement.spectrum.loudest() : nil)
  }
}
