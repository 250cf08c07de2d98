/// A place in a recording: a part of it, or a moment.
package enum Playhead: Sendable, Hashable {
  case fraction(Double)
  case seconds(Double)

  /// The place of the playhead in a stretch of so many seconds that begins at `start`, in 0…1.
  package func fraction(ofSeconds duration: Double, from start: Double = 0) -> Double {
    switch self {
    case .fraction(let fraction): fraction
    case .seconds(let seconds): duration > 0 ? min(1, max(0, seconds - start) / duration) : 0
    }
  }
}
