public import Bytes
public import Codecs
public import Waveform

/// A decoded recording: the facts of its header, and its measurement.
public struct DecodedRecording: Sendable, Equatable {
  /// The facts that the file's header tells.
  public var facts: AudioFacts
  /// The digest of the whole content, nil where it was not asked for.
  public var digest: ContentDigest?
  /// The summary, the spectrum and, where asked for, the lanes.
  public var measurement: WaveformMeasurement
  /// The points of a zoomed waveform; they are not part of the encoding.
  package var points: MeasuredPoints?

  package init(facts: AudioFacts, digest: ContentDigest?, measurement: WaveformMeasurement) {
    self.facts = facts
    self.digest = digest
    self.measurement = measurement
  }

  /// Encodes the recording for the socket and the cache.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    append(to: &writer)
    return writer.bytes
  }

  /// Decodes the bytes of `encoded`, which may be hostile.
  package init?(encoded bytes: some Collection<UInt8>) {
    var reader = ByteReader([UInt8](bytes))
    do {
      try self.init(from: &reader)
      try reader.finish()
    } catch {
      return nil
    }
  }
}

/// A part of a recording, measured.
package struct DecodedPart: Sendable, Equatable {
  package var measured: WaveformPart
  /// The digests of the blocks of this part.
  package var digests: ContentDigestBuilder
  /// The coded frame that it ended with.
  package var last: CodedFrame?
}

/// The facts of a recording that are known before it is decoded.
public struct ProbedRecording: Sendable, Equatable {
  /// The facts that the file's header tells.
  public var facts: AudioFacts
  /// The number of frames that decoding should give, nil where only decoding tells.
  public var expectedFrames: Int?
  /// Whether measurements of its parts merge into that of the whole.
  public var isDivisible: Bool
}
