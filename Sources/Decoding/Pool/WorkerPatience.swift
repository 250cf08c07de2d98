/// Decides when a worker that shows no progress has had its time.
struct WorkerPatience {
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

  private let seconds: Double
  private var progress: UInt64 = 0
  /// Unknown until somebody looks for the first time: most recordings are done before.
  private var processorAtProgress: Double?
  private var waited = 0.0

  init(seconds: Double) {
    self.seconds = seconds
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
    waited += min(max(elapsed, 0), Self.longestStep)
    let start = processorAtProgress ?? processorTime
    processorAtProgress = start
    if processorTime - start >= seconds { return .spent }
    return waited >= seconds * Self.waitingFactor ? .waited : .goOn
  }
}
