/// How strictly decoders are shut in.
public enum Isolation: String, CaseIterable, Sendable {
  case auto
  case require
  case off
}
