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
