import Codecs

/// A measured recording, which draws itself.
public struct Waveform: Sendable {
  /// The levels, the spectrum and, if analyzed, the loudness of the recording.
  public let measurement: WaveformMeasurement
  /// The title in the tags of the recording.
  public let title: String?
  /// The performer or speaker in the tags of the recording.
  public let artist: String?
  /// The format, such as "FLAC, 16-bit"; nil for a waveform that was not decoded.
  public let format: String?

  /// Creates the waveform of a summary that exists already, such as `.demo(duration: 30)`.
  public init(_ summary: WaveformSummary) {
    measurement = WaveformMeasurement(mix: summary)
    title = nil
    artist = nil
    format = nil
  }

  init(_ recording: DecodedRecording) {
    measurement = recording.measurement
    title = recording.facts.tags.title
    artist = recording.facts.tags.artist
    format = recording.facts.formatName
  }

  /// The shape of the recording: levels, length, peak.
  public var summary: WaveformSummary { measurement.mix }
  /// The length in seconds.
  public var duration: Double { summary.duration }
  /// Frames per second; 0 if unknown.
  public var sampleRate: Int { summary.sampleRate }
  /// The number of channels.
  public var channels: Int { summary.channels }

  /// Returns bars of equal time as heights in 0…1, as pictures show them.
  // From the 4,800 buckets of the summary: any count that divides them is exact, and others share a
  // bucket between two bars.
  public func levels(_ count: Int, scaling: WaveformScaling = WaveformScaling()) -> [Float] {
    let bars = summary.bars(count, measure: scaling.measure)
    return scaling.heights(of: bars).heights
  }

  /// Returns the integrated loudness in LUFS (ITU-R BS.1770-4); nil for silence, and if it was not
  /// analyzed.
  public func loudness() -> Double? { measurement.sound?.loudness }
}
