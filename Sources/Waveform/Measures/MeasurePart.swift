package import WavethumbBytes

/// What was measured in a range; joined parts equal one pass.
package protocol MeasurePart: ByteCoded, Equatable, Sendable {
  associatedtype Result: MeasureResult

  /// Appends the next part; returns false if it is from another recording.
  mutating func append(_ next: Self) -> Bool

  /// Returns the result for the whole recording.
  func result(of extent: RecordingExtent) -> Result?

  /// Returns a small version for a preview, with nothing after a fraction of the time, which is
  /// `end` frames; nil for none.
  func glimpse(until share: Double, end: Int) -> Self?
}

extension MeasurePart {
  package func glimpse(until share: Double, end: Int) -> Self? { nil }
}
