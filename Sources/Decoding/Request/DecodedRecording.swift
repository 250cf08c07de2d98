public import Codecs
public import Waveform

/// A decoded recording: the facts of its header, and its measurement.
public struct DecodedRecording: Sendable, Equatable {
  /// The facts in the file's header.
  public var facts: AudioFacts
  /// The summary, and what else was requested.
  public var measurement: WaveformMeasurement
  /// The points of a zoomed waveform, which are not encoded.
  // A worker sends them while it decodes (`DecodeEvent.bytes`); they may be larger than its memory.
  package var points: MeasuredPoints?

  package init(facts: AudioFacts, measurement: WaveformMeasurement) {
    self.facts = facts
    self.measurement = measurement
  }
}

/// The answer to a question for a recording.
public typealias DecodeResult = Result<DecodedRecording, DecodeFailure>
