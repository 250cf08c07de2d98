import Glibc

/// Estimates how long the rest of a run takes: the work that is left, at the smoothed rate of the work
/// that was done.
struct RemainingTime: Sendable {
  // Before, the first recordings are still being opened.
  private static let leastSeconds = 2.0
  // By twice the time of the first progress, each thread has usually made some.
  private static let timesOfFirst = 2.0
  // Disks deliver in bursts, and recordings of one length end together: about the last half of a run
  // counts. With the last quarter, lines of steady work differed by up to 60 %.
  private static let windowShare = 0.5
  private static let leastWindow = 30.0
  // A new rate changes the shown time within some lines, not at once.
  private static let secondsToFollow = 5.0
  // If a recording takes longer than expected, it is assumed to take this fraction more.
  private static let overrun = 0.1

  private var begin: Double?
  private var lastCall = 0.0
  private var firstProgress: Double?
  private var lastProgress = 0.0
  private var done = 0.0
  /// Recent work and the seconds that it took, both weighted by age.
  private var work = 0.0
  private var seconds = 0.0
  private var shown: Double?

  /// Notes how much of all work is done, and returns the seconds until all is done; nil if unknown.
  mutating func secondsLeft(done: Double, of all: Double, at now: Double) -> Double? {
    guard let begin else {
      self.begin = now
      self.done = done
      lastCall = now
      lastProgress = now
      return nil
    }
    let passed = max(0, now - lastCall)
    lastCall = now
    if done > self.done { note(done, at: now, since: begin) }
    guard let firstProgress, now - begin >= Self.leastSeconds,
      now - begin >= (firstProgress - begin) * Self.timesOfFirst, done < all
    else { return nil }
    let waiting = now - lastProgress
    let least = waiting * Self.overrun
    let left = max((all - done) * seconds / work - waiting, least)
    let before = shown.map { max(0, $0 - passed) } ?? left
    let after = before + (left - before) * (1 - exp(-passed / Self.secondsToFollow))
    shown = max(after, least)
    return shown
  }

  /// Adds work at the moment that it is reported, so that pauses between reports change no rate.
  private mutating func note(_ done: Double, at now: Double, since begin: Double) {
    let passed = now - lastProgress
    let kept = exp(-passed / max(Self.leastWindow, (now - begin) * Self.windowShare))
    work = work * kept + done - self.done
    seconds = seconds * kept + passed
    self.done = done
    firstProgress = firstProgress ?? now
    lastProgress = now
  }
}
