import WavethumbSystem

/// Decides when the next preview or heartbeat is due.
// By a clock and not by frames: a slow machine decodes few frames between two previews.
package struct PreviewTimer {
  private let seconds: Double?
  private var last = MonotonicClock.seconds

  package init(seconds: Double?) { self.seconds = seconds }

  package mutating func isDue() -> Bool {
    guard let seconds else { return false }
    let now = MonotonicClock.seconds
    guard now - last >= seconds else { return false }
    last = now
    return true
  }
}
