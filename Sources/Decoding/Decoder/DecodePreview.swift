package import Bytes
import Codecs
import System
public import Waveform

/// What a recording that is still being decoded looks like so far.
public struct DecodePreview: Sendable, Equatable {
  /// How much has been decoded, in 0…1; nil where the length is not known.
  public var progress: Double?
  /// Silent where nothing has been decoded yet.
  public var measurement: WaveformMeasurement

  package init(progress: Double?, measurement: WaveformMeasurement) {
    self.progress = progress
    self.measurement = measurement
  }

  package init(_ meter: WaveformMeter) {
    self.init(progress: meter.progress, measurement: meter.preview())
  }
}

/// How far the decode of a recording is, as its worker says.
public struct DecodedSoFar: Sendable, Hashable {
  /// So much audio was decoded.
  public var milliseconds: Int
  /// So many bytes of the file became sound; 0 where the sound comes from a pipe.
  public var bytes: Int
  /// So many bytes were read, in whole blocks: all of them before the first sound, where only
  /// counting tells how long it is.
  public var bytesRead: Int

  /// What a worker says that it has done.
  public init(milliseconds: Int = 0, bytes: Int = 0, bytesRead: Int = 0) {
    self.milliseconds = milliseconds
    self.bytes = bytes
    self.bytesRead = bytesRead
  }
}

/// What is heard of a recording while it is decoded.
public enum DecodeEvent: Sendable {
  /// So much audio was decoded so far.
  case decoded(DecodedSoFar)
  /// Only where the request asks for it.
  case preview(DecodePreview)
  /// The next of many bytes: points, as `MeasuredPoints` reads them, or a picture.
  case bytes([UInt8])
  /// The decode begins, or begins again: what came before counts for nothing.
  case begun

  /// Passes on how much audio was decoded, to those who hear of nothing else.
  package func tell(_ progress: (DecodedSoFar) -> Void) {
    if case .decoded(let soFar) = self { progress(soFar) }
  }
}

extension DecodedRecording {
  /// What is known of a recording that is still being decoded.
  package init(_ preview: DecodePreview) {
    let summary = preview.measurement.mix
    self.init(
      facts: AudioFacts(
        formatName: "", sampleRate: summary.sampleRate, channels: summary.channels,
        declaredFrames: nil),
      digest: nil, measurement: preview.measurement)
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

/// Decides when the next preview is due.
package struct PreviewTimer {
  private let seconds: Double?
  private var last = MonotonicClock.seconds

  /// A timer of nil seconds is never due.
  package init(seconds: Double?) {
    self.seconds = seconds
  }

  package mutating func isDue() -> Bool {
    guard let seconds else { return false }
    let now = MonotonicClock.seconds
    guard now - last >= seconds else { return false }
    last = now
    return true
  }
}
