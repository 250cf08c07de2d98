public import Waveform

/// The parts of a recording's measurement that a style draws.
public struct ThumbnailSubject: Sendable {
  /// The summary of all channels together.
  public var summary: WaveformSummary
  /// One summary a channel, or none.
  public var lanes: [WaveformSummary]
  /// The bands of one moment in 0…1, low to high, for styles that show pitches.
  public var bands: [Float]?
  /// The bands of all moments, for styles that show both.
  public var spectrum: WaveformSpectrum?
  /// The power of every pitch at every moment, for the style that shows it.
  public var spectrogram: Spectrogram?
  /// Levels from moment to moment, where they are known already.
  var course: LevelEnvelope?

  /// A subject made of parts; styles that lack theirs draw silence.
  public init(
    summary: WaveformSummary, lanes: [WaveformSummary] = [], bands: [Float]? = nil,
    spectrum: WaveformSpectrum? = nil
  ) {
    self.summary = summary
    self.lanes = lanes
    self.bands = bands
    self.spectrum = spectrum
  }

  /// A measured recording, with as much of its spectrum as `style` shows: at a fraction of the
  /// recording, or else at the loudest moment.
  public init(_ measurement: WaveformMeasurement, style: WaveformStyle, at place: Double? = nil) {
    self.init(summary: measurement.mix, lanes: measurement.lanes)
    switch style.content {
    case .pitches:
      bands = place.map(measurement.spectrum.bands) ?? measurement.spectrum.loudest()
    case .spectrum:
      // Bars from elsewhere seldom bring pitches with them.
      let isGiven = summary.givenBars != nil || summary.givenExtremes != nil
      let isKnown = !isGiven || measurement.spectrum != WaveformSpectrum()
      if isKnown { spectrum = measurement.spectrum }
    case .spectrogram: spectrogram = measurement.spectrogram
    case .time, .level: break
    }
  }
}
