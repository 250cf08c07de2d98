public import Waveform

/// The parts of a measurement that a style draws.
public struct ThumbnailSubject: Sendable {
  /// The summary of all channels together.
  public var summary: WaveformSummary
  /// One summary per channel; empty if channels are not split.
  public var lanes: [WaveformSummary]
  /// The bands of one moment in 0…1, low to high, for styles that show frequencies.
  public var bands: [Float]?
  /// The bands of all moments, for styles that show both.
  public var spectrum: WaveformSpectrum?
  /// The power by frequency and time, for the spectrogram.
  public var spectrogram: Spectrogram?
  /// The frequencies over time, for colors.
  public var tones: WaveformTones?
  /// Levels over time, if already known.
  var course: LevelEnvelope?

  /// Creates a subject from parts; a style draws silence if its parts are missing.
  public init(
    summary: WaveformSummary,
    lanes: [WaveformSummary] = [],
    bands: [Float]? = nil,
    spectrum: WaveformSpectrum? = nil
  ) {
    self.summary = summary
    self.lanes = lanes
    self.bands = bands
    self.spectrum = spectrum
  }

  /// Creates a subject from a measurement with the part of the spectrum that `style` shows: at a
  /// fraction of the recording, or at the loudest moment.
  public init(
    _ measurement: WaveformMeasurement,
    style: WaveformStyle,
    at position: Double? = nil
  ) {
    self.init(summary: measurement.mix, lanes: measurement.lanes)
    // Whether they are shown is a matter of the look, which is not known here.
    tones = measurement.tones

    // Only what is drawn: a spectrogram has megabytes.
    switch style.content {
    case .pitches:
      bands = position.map(measurement.spectrum.bands) ?? measurement.spectrum.loudest()
    case .spectrum:
      // Imported bars rarely include a spectrum.
      let isGiven = summary.givenBars != nil || summary.givenExtremes != nil
      let isKnown = !isGiven || measurement.spectrum != WaveformSpectrum()
      if isKnown {
        spectrum = measurement.spectrum
      }
      spectrogram = measurement.spectrogram
    case .spectrogram: spectrogram = measurement.spectrogram
    case .time, .level: break
    }
  }
}
