/// What the height of a bar stands for.
public enum Measure: String, CaseIterable, Sendable {
  case rms
  case peak
  case both
}
