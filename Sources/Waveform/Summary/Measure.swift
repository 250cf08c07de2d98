/// The property of the samples that the height of a bar shows.
// RMS is the default, because it follows what is heard: the peaks of a compressed talk are all at full
// scale, and would make one block.
public enum Measure: String, CaseIterable, Sendable {
  /// The root mean square of the samples.
  case rms
  /// The largest magnitude of a sample.
  case peak
  /// The peak, with the root mean square drawn over it.
  case both
  /// The K-weighted level, which follows perceived loudness rather than rumble; as `rms` if it was
  /// not measured.
  case loudness
  /// From the lowest value to the highest, in styles that show both; otherwise as `peak`.
  case signed
}
