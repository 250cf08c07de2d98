/// The property of a recording that the heights of a waveform show.
public enum WaveformContent: Sendable {
  /// Levels from the beginning to the end.
  case time
  /// Frequencies from low to high, at one moment.
  case pitches
  /// The level at one moment, as a single height.
  case level
  /// Levels as for `time`, drawn from the scene's spectrum.
  case spectrum
  /// Power by frequency and time: the scene's spectrogram.
  case spectrogram

  /// Whether the heights show a single moment.
  var isOfMoment: Bool { self == .pitches || self == .level }

  /// Whether the style consists of shapes, which SVG supports.
  public var isOfShapes: Bool {
    switch self {
    case .time, .pitches, .level: true
    case .spectrum, .spectrogram: false
    }
  }

  /// Whether a photograph can be drawn behind the waveform.
  public var takesCover: Bool { isOfShapes }

  /// Whether another recording can be drawn over the waveform.
  public var takesOverlay: Bool { self == .time || self == .pitches }
}
