/// Something that can be measured besides levels, in the one decode of a recording.
///
/// A new measure is a file with its types, and a line in `Measures.kinds`: requests, answers of
/// workers, parts, previews, cached measurements and their keys derive from these two.
// Levels are no measure: silence, gaps, damage and the proof of a wrong length stand on them, so
// they are the frame that is always there. Points are none either: they are neither cached nor
// joined. A measure of levels, such as those of the channels one by one, gets the frame when its
// result is made (`RecordingExtent`).
package protocol RecordingMeasure: FieldCoded, Hashable, Sendable {
  associatedtype Part: MeasurePart

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
