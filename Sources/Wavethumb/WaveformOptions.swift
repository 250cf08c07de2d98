public import Decoding
import Waveform

extension Waveform {
  /// How a recording is read.
  public struct Options: Sendable, Hashable {
    /// Whether loudness and faults are measured as well, which takes about a third longer.
    public var analyzesSound = true
    /// Whether each channel gets levels of its own.
    public var splitsChannels = false
    /// Whether frequencies over time are measured, which `ThumbnailLook.coloring` needs.
    public var measuresTones = false
    /// The columns of the spectrogram, which `WaveformStyle.spectrogram` needs; nil for none.
    public var spectrogramColumns: Int?
    /// The strictness of the sandbox in which recordings are decoded.
    public var isolation = Isolation.auto
    /// Whether the ffmpeg on `PATH`, in a sandbox of its own, reads what the libraries cannot, such
    /// as m4a.
    public var usesFFmpeg = false
    /// The stretch to measure; nil for the whole recording.
    public var range: TimeRange?

    /// Creates the default options.
    public init() {}

    // Levels are measured always, and no measure asks for more than one decode of the recording.
    var request: DecodeRequest {
      var request = DecodeRequest(split: splitsChannels)
      if analyzesSound {
        request.measures[SoundMeasure.self] = SoundMeasure()
      }
      if measuresTones {
        request.measures[TonesMeasure.self] = TonesMeasure()
      }
      if let asked = spectrogramColumns {
        // Clamped and not refused: the number may come from the width of a window.
        request.measures[SpectrogramMeasure.self] = SpectrogramMeasure(columns: max(1, asked))
      }
      request.range = range
      return request
    }
  }
}
