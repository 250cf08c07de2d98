package import Bytes
import Codecs
import System
public import Waveform

/// The appearance so far of a recording that is being decoded.
public struct DecodePreview: Sendable, Equatable {
  /// The decoded fraction in 0…1; nil if the length is unknown.
  public var progress: Double?
  /// The measurement, silent where nothing has been decoded yet.
  public var measurement: WaveformMeasurement
}

extension DecodePreview {
  init(_ meter: WaveformMeter) { self.init(progress: meter.progress, measurement: meter.preview()) }
}

/// The progress of decoding, as reported by the worker.
public struct DecodedSoFar: Sendable, Hashable {
  /// The decoded duration in milliseconds.
  public var milliseconds: Int
  /// The bytes of the file that were decoded; 0 for a pipe.
  public var bytes: Int

  /// Creates the progress that a worker reports.
  public init(milliseconds: Int = 0, bytes: Int = 0) {
    self.milliseconds = milliseconds
    self.bytes = bytes
  }
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
  case begun

  /// Passes the decoded duration on, ignoring other events.
  package func report(to progress: (DecodedSoFar) -> Void) {
    if case .decoded(let soFar) = self {
      progress(soFar)
    }
  }
}

extension DecodedRecording {
  /// Creates the state of a recording that is being decoded.
  package init(_ preview: DecodePreview) {
    let summary = preview.measurement.mix
    self.init(
      facts: AudioFacts(
        formatName: "", sampleRate: summary.sampleRate, channels: summary.channels,
        declaredFrames: nil), digest: nil, measurement: preview.measurement)
  }
}

extension DecodePreview: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(progress ?? -1)
    writer.append(counted: measurement.encoded())
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let progress = try reader.double()
    self.progress = (0...1).contains(progress) ? progress : nil
    let bytes = try reader.countedBytes(atMost: WorkerMessage.longestPacket)
    guard let measurement = WaveformMeasurement(encoded: Array(bytes)) else {
      throw MalformedBytes()
    }
    self.measurement = measurement
  }
}

package struct PreviewTimer {
  private let seconds: Double?
  private var last = MonotonicClock.seconds

  package init(seconds: Double?) { self.seconds = seconds }

  package mutating func isDue() -> Bool {
    guard let seconds else { return false }
    let now = MonotonicClock.seconds
    guard now - last >= seconds else { return false }
    last = now
    return true
  }
}
