package import WavethumbBytes

/// Something that can be measured besides levels, in the one decode of a recording.
///
/// A new measure is a file with its types, and a line in `Measures.kinds`: requests, answers of
/// workers, parts, previews, cached measurements and their keys derive from these two.
// Levels are no measure: silence, gaps, damage and the proof of a wrong length stand on them, so
// they are the frame that is always there. Points are none either: they are neither cached nor
// joined. A measure of levels, such as those of the channels one by one, gets the frame when its
// result is made (`RecordingExtent`).
package protocol RecordingMeasure: ByteCoded, Hashable, Sendable {
  associatedtype Part: MeasurePart

  /// Creates the measure with its usual parameters.
  init()

  /// The number of the measure in requests, answers and cached measurements, which never changes.
  static var kind: UInt8 { get }

  /// Raised whenever the result of the same samples, or its bytes, change: the cache then forgets the
  /// results of this measure and of no other.
  static var revision: UInt8 { get }

  /// The parameters that the result depends on, as a word of the key under which the cache keeps it;
  /// nil if it depends on none.
  var cacheWord: String? { get }

  /// Returns a meter, or nil if such a recording cannot be measured.
  func meter(of sound: SoundShape) -> (any Meter)?
}

extension RecordingMeasure {
  package static var revision: UInt8 { 1 }
  package var cacheWord: String? { nil }
}

/// Measures a recording, or a range of it, block by block.
// A value, not an object: a preview finishes a copy, and the recording goes on. An array of meters
// calls each once a block, in place.
package protocol Meter: Sendable {
  /// The end of the last frame that is measured, exclusive; frames beyond the range are overlap.
  var end: Int { get }

  /// Adds whole interleaved frames; they follow each other from the first of the range.
  mutating func add(_ block: borrowing RawSpan)

  /// Ends the range, and returns what was measured; nil if there was nothing.
  consuming func finish() -> (any MeasurePart)?
}

/// What was measured in a range; joined parts equal one pass.
package protocol MeasurePart: ByteCoded, Equatable, Sendable {
  associatedtype Result: MeasureResult

  /// Appends the next part; returns false if it is from another recording.
  mutating func append(_ next: Self) -> Bool

  /// Returns the result for the whole recording.
  func result(of extent: RecordingExtent) -> Result?

  /// Returns a small version for a preview, with nothing after a fraction of the time, which is
  /// `end` frames; nil for none.
  func preview(until share: Double, end: Int) -> Self?
}

extension MeasurePart {
  package func preview(until share: Double, end: Int) -> Self? { nil }
}

/// What a measure found out about a whole recording.
package protocol MeasureResult: ByteCoded, Equatable, Sendable {
  /// Completes the summary of all channels, if heights can be drawn from the result.
  func complete(_ mix: inout WaveformSummary)
}

extension MeasureResult {
  package func complete(_ mix: inout WaveformSummary) {}
}

/// The time that a whole recording takes, and what of it could not be decoded.
package struct RecordingExtent: Sendable {
  package let frames: Int
  package let sampleRate: Int
  let damage: WaveformDamage
  let gaps: [Range<Int>]

  /// Returns a summary of these buckets, or nil if they do not divide this time.
  // A lying worker may send any number of buckets, and gaps are entered by index.
  func summary(of buckets: [Bucket], channels: Int) -> WaveformSummary? {
    guard buckets.count == min(frames, WaveformSummary.bucketCount) else { return nil }
    return WaveformSummary(
      buckets: buckets,
      frames: frames,
      sampleRate: sampleRate,
      channels: channels,
      damage: damage,
      gaps: gaps
    )
  }
}
