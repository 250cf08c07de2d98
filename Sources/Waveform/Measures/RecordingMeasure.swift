package import WavethumbBytes

/// Something that can be measured besides levels, in the one decode of a recording.
///
/// A new measure is a file with its types, and a line in `Measures.kinds`: requests, answers of
/// workers, parts, previews, cached measurements and their keys derive from these two.
// Levels are no measure: silence, gaps, damage and the proof of a wrong length stand on them, so
// they are the frame that is always there. Points are none either: they are neither cached nor
// joined.
package protocol RecordingMeasure: FieldCoded, Hashable, Sendable {
  associatedtype Part: MeasurePart

  /// The number of the measure in requests, answers and cached measurements, which never changes.
  static var kind: UInt8 { get }

  /// What the parameters add to the key of cached measurements, or nil if the result does not
  /// depend on them: then recordings that lack it are found by their other results.
  var cacheWord: String? { get }

  /// Returns a meter, or nil if such a recording cannot be measured.
  func meter(of sound: SoundShape) -> (any Meter)?
}

extension RecordingMeasure {
  package var cacheWord: String? { nil }
}

/// The samples that a meter measures: a recording, or a range of it.
package struct SoundShape: Sendable {
  package var channels: Int
  package var sampleRate: Int
  package var format: SampleFormat
  package var length: WaveformLength
  /// The frames of this range; up to the largest number if the length is unknown.
  package var range: Range<Int>
  package var source: SoundSource
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
  func result() -> Result?

  /// Returns a small version for a preview, with nothing after a fraction of the time; nil for
  /// none.
  func glimpse(until share: Double) -> Self?
}

extension MeasurePart {
  package func glimpse(until share: Double) -> Self? { nil }
}

/// What a measure found out about a whole recording.
package protocol MeasureResult: ByteCoded, Equatable, Sendable {
  /// Completes the summary of all channels, if heights can be drawn from the result.
  func complete(_ mix: inout WaveformSummary)
}

extension MeasureResult {
  package func complete(_ mix: inout WaveformSummary) {}
}
