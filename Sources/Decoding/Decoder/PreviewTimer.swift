import System

/// When it is time to tell what a recording looks like so far.
package struct PreviewTimer {
  private let seconds: Double?
  private var last = MonotonicClock.seconds

  /// One of nothing is never due.
  package init(seconds: Double?) {
    self.seconds = seconds
  }

  package mutating func isDue() -> Bool {
    guard let seconds else { return false }
    let now = MonotonicClock.seconds
    guard now - last >= seconds else { return false }
    last = now
    return true
  }
}
