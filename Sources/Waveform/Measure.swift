/// The property of the samples that the height of a bar shows.
public enum Measure: String, CaseIterable, Sendable {
  /// The root mean square of the samples.
  case rms
  /// The largest magnitude of a sample.
  case peak
  /// The peak, with the root mean square drawn over it.
  case both
  /// From the lowest value to the highest, where a style shows both; elsewhere as `peak`.
  case signed
}
