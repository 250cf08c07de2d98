/// Decides when a worker that shows no progress has had its time.
package struct WorkerTimeLimit {
  package enum Verdict: Equatable {
    case goOn
    /// Computed without getting anywhere.
    case spent
    /// Waited for the disk without getting anywhere.
    case waited
  }

  /// How much longer a worker may wait than compute.
  static let waitingFactor = 10.0
  // A process that was stopped, or a machine that slept, did not wait for a disk meanwhile.
  private static let longestStep = 0.5

  package let seconds: Double
  private let longest: Double
  private var progress: UInt64 = 0
  /// Nil until the first check; most recordings are done before.
  private var processorAtProgress: Double?
  private var waited = 0.0
  private var processorAtStart: Double?
  private var waitedInAll = 0.0

  /// Allows so many seconds without progress, and no more than `longest` with it: a worker may say
  /// anything.
  init(seconds: Double, longest: Double) {
    self.seconds = seconds
    self.longest = max(longest, seconds)
  }

  /// Starts counting anew where the worker got on.
  mutating func observe(progress now: UInt64, processorTime: Double) {
    guard now > progress else { return }
    progress = now
    processorAtProgress = processorTime
    waited = 0
  }

  /// Judges after `elapsed` more seconds.
  mutating func verdict(processorTime: Double, elapsed: Double) -> Verdict {
    let step = min(max(elapsed, 0), Self.longestStep)
    waited += step
    waitedInAll += step
    let start = processorAtProgress ?? processorTime
    processorAtProgress = start
    let first = processorAtStart ?? processorTime
    processorAtStart = first
    if processorTime - start >= seconds || processorTime - first >= longest { return .spent }
    let isTooLong =
      waited >= seconds * Self.waitingFactor || waitedInAll >= longest * Self.waitingFactor
    return isTooLong ? .waited : .goOn
  }
}
