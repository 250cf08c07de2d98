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
