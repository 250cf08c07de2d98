/// What a meter gives: the summary of all channels together, one a channel if asked for, a
/// spectrum.
public struct WaveformMeasurement: Sendable, Equatable {
  public var mix: WaveformSummary
  public var lanes: [WaveformSummary]
  public var spectrum: WaveformSpectrum
  /// Where one was asked for.
  public var spectrogram: Spectrogram?
  /// Whether another number of frames came than was said to be known: decoding again with the true
  /// one gives exact buckets.
  public var lengthProvedWrong: Bool

  public init(
    mix: WaveformSummary, lanes: [WaveformSummary] = [],
    spectrum: WaveformSpectrum = WaveformSpectrum(), lengthProvedWrong: Bool = false
  ) {
    self.mix = mix
    self.lanes = lanes
    self.spectrum = spectrum
    self.lengthProvedWrong = lengthProvedWrong
  }
}
