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
  /// The chapters for data, also if no picture shows them.
  package var chapters: [AudioCue] = []

  package init(facts: AudioFacts, measurement: WaveformMeasurement) {
    self.facts = facts
    self.measurement = measurement
  }
}

/// The answer to a question for a recording.
public typealias DecodeResult = Result<DecodedRecording, DecodeFailure>

/// What a worker returns of a part.
package struct DecodedPart: Sendable, Equatable {
  package var measured: WaveformPart
}

/// The progress of decoding, as reported by the worker.
public struct DecodedSoFar: Sendable, Hashable {
  /// The decoded duration in milliseconds.
  // As integers, so that two reports can be compared and a lying worker has no NaN to send.
  public var milliseconds: Int
  /// The bytes of the file that were decoded; 0 for a pipe.
  // The size of a file is known before the end; its length in milliseconds often is not.
  public var bytes: Int

  /// Creates the progress that a worker reports.
  public init(milliseconds: Int = 0, bytes: Int = 0) {
    self.milliseconds = milliseconds
    self.bytes = bytes
  }
}

/// The facts of a recording that are known before decoding.
// Asked for apart, because whether a long recording is divided among workers must be known before one
// of them decodes it.
public struct ProbedRecording: Sendable, Equatable {
  /// The facts in the file's header.
  public var facts: AudioFacts
  /// The expected number of frames, or nil if it is unknown before decoding.
  public var expectedFrames: Int?
  /// Whether measurements of its parts can be merged.
  public var isDivisible: Bool
}

/// An event during decoding.
public enum DecodeEvent: Sendable {
  /// The decoder has made progress.
  case decoded(DecodedSoFar)
  /// A preview, if requested.
  case preview(DecodePreview)
  /// The next bytes of a stream: points, as `MeasuredPoints` reads them, or a picture.
  case bytes([UInt8])
  /// Decoding starts or restarts: earlier events are void.
  case restarted

  /// Passes the decoded duration on, ignoring other events.
  package func report(to progress: (DecodedSoFar) -> Void) {
    if case .decoded(let soFar) = self {
      progress(soFar)
    }
  }
}
