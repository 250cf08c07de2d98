/// What the height of a bar stands for.
public enum Measure: String, CaseIterable, Sendable {
  case rms
  case peak
  case both
  /// From the lowest value to the highest, where a style shows both; elsewhere as `peak`.
  case signed
}
