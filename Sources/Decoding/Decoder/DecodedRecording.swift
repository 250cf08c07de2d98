public import Bytes
public import Codecs
public import Waveform

/// A recording as it sounds: what the file says about itself, and what was measured.
public struct DecodedRecording: Sendable, Equatable {
  public var facts: AudioFacts
  /// Of the whole content, nil where it was not asked for.
  public var digest: ContentDigest?
  public var measurement: WaveformMeasurement
  /// The points that were asked for; they are not part of what is spelt.
  public var points: MeasuredPoints?

  public init(facts: AudioFacts, digest: ContentDigest?, measurement: WaveformMeasurement) {
    self.facts = facts
    self.digest = digest
    self.measurement = measurement
  }

  /// Spells the recording for the socket and the cache.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    append(to: &writer)
    return writer.bytes
  }

  /// Reads what `encoded` wrote, from bytes that may have been made to harm.
  public init?(encoded bytes: some Collection<UInt8>) {
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
public struct DecodedPart: Sendable, Equatable {
  public var measured: WaveformPart
  /// Of the blocks that this part was to answer for.
  public var digests: ContentDigestBuilder
}

/// What is known of a recording before it is decoded.
public struct ProbedRecording: Sendable, Equatable {
  public var facts: AudioFacts
  /// How many frames decoding should give, nil where only decoding tells.
  public var expectedFrames: Int?
  /// Whether parts of it make the same as all of it.
  public var isDivisible: Bool
}
