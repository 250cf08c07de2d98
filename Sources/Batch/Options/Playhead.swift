/// A place in a recording: a part of it, or a moment.
public enum Playhead: Sendable, Hashable {
  case fraction(Double)
  case seconds(Double)

  /// Where the playhead stands in a recording of that many seconds, in 0…1.
  public func fraction(ofSeconds duration: Double) -> Double {
    switch self {
    case .fraction(let fraction): fraction
    case .seconds(let seconds): duration > 0 ? min(1, seconds / duration) : 0
    }
  }
}
