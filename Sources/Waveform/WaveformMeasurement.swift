/// The result of a meter: the summary of all channels, optionally one per channel, and a spectrum.
public struct WaveformMeasurement: Sendable, Equatable {
  /// The summary of all channels together.
  public var mix: WaveformSummary
  /// One summary per channel, or none.
  public var lanes: [WaveformSummary]
  /// The levels of the frequency bands over time.
  public var spectrum: WaveformSpectrum
  /// The gaps and missing end of the recording.
  public var damage = WaveformDamage()
  /// The results of the measures that were requested.
  var results = MeasureResults()
  /// Whether the number of frames differed from the known length: decoding again with the true one
  /// gives exact buckets.
  public var lengthProvedWrong: Bool

  /// Creates a measurement from summaries and spectra measured elsewhere.
  public init(
    mix: WaveformSummary, lanes: [WaveformSummary] = [],
    spectrum: WaveformSpectrum = WaveformSpectrum(), lengthProvedWrong: Bool = false
  ) {
    self.mix = mix
    self.lanes = lanes
    self.spectrum = spectrum
    self.lengthProvedWrong = lengthProvedWrong
  }

  /// Returns whether there is a result of each of these measures.
  package func answers(_ measures: Measures) -> Bool { results.answers(measures) }

  /// Takes the results of measures that have none here from another measurement of the same
  /// samples.
  package mutating func addResults(missingFrom other: WaveformMeasurement) {
    results.add(missingFrom: other.results)
    results.complete(&mix)
  }
}
