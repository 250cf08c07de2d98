/// The result of a meter: the summary of all channels together, one a channel if asked for, and a
/// spectrum.
public struct WaveformMeasurement: Sendable, Equatable {
  /// The summary of all channels together.
  public var mix: WaveformSummary
  /// One summary for each channel, or none.
  public var lanes: [WaveformSummary]
  /// The levels of the pitches over time.
  public var spectrum: WaveformSpectrum
  /// The sound that the recording has lost.
  public var damage = WaveformDamage()
  /// Where one was asked for.
  public var spectrogram: Spectrogram?
  /// What the recording sounds like, if that was measured.
  public var sound: SoundReport?
  /// Whether another number of frames came than was said to be known: decoding again with the true
  /// one gives exact buckets.
  public var lengthProvedWrong: Bool

  /// A measurement of parts that were measured elsewhere.
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

/// The length of a recording as far as it is known before measuring.
public enum WaveformLength: Sendable, Hashable {
  /// The number of frames is known.
  case known(frames: Int)
  /// Nothing is known: buckets are folded in pairs when they run out.
  case unknown
}
