/// Decides when a worker without progress has exceeded its time.
// It counts processor time, not time on the clock: on a busy machine or a slow disk, the same file
// must get the same result. And it counts from the last progress, so that a recording of ten hours
// needs no other limit than one of ten seconds.
package struct WorkerTimeLimit {
  /// The allowed waiting time as a multiple of the computing time.
  // A disk that has to start turning, or a network file system, may keep a worker waiting without
  // any fault of the file. Untuned.
  static let waitingFactor = 10.0
  /// The share of a step from which on the worker computed in it.
  // Untuned: a worker that is woken for nothing takes less.
  private static let shareOfComputing = 0.01
  // Longer steps mean that the process was stopped or the machine slept. Five ticks of the exchange.
  private static let maximumStep = 0.5

  /// Opening a file takes milliseconds or never ends: the share of the time limit before the first
  /// samples, at least some seconds.
  // With the whole limit, two hundred files over whose heads a decoder loops cost 2,000 s.
  private static let openingShare = 0.2
  // A short time limit of the user must leave enough to open a file on a slow board. Untuned.
  private static let minimumOpeningSeconds = 2.0
  package let seconds: Double
  /// Still waiting for the first decoded samples.
  private var isBeforeSound: Bool
  private let maximum: Double
  private var progress: UInt64 = 0
  /// The processor time at the last progress; nil until the first check.
  private var processorAtProgress: Double?
  private var waited = 0.0
  private var processorAtStart: Double?
  private var waitedInAll = 0.0
  /// The processor time at the last check.
  private var processorBefore = 0.0

  /// Allows `seconds` without progress, and at most `maximum` in total, because a worker may report
  /// anything. With `opensAtOnce` it has less time before its first samples.
  init(seconds: Double, maximum: Double, opensAtOnce: Bool = false) {
    self.seconds = seconds
    self.maximum = max(maximum, seconds)
    isBeforeSound = opensAtOnce && Self.openingSeconds(of: seconds) < seconds
  }

  package static func openingSeconds(of seconds: Double) -> Double {
    min(seconds, max(minimumOpeningSeconds, seconds * openingShare))
  }

  /// Restarts the measurement after progress.
  mutating func observe(progress now: UInt64, hasSound: Bool = false, processorTime: Double) {
    if hasSound {
      isBeforeSound = false
    }
    guard now > progress else { return }
    progress = now
    processorAtProgress = processorTime
    waited = 0
  }

  /// Checks the limits after `elapsed` more seconds, and returns which was exceeded, or nil.
  mutating func excess(processorTime: Double, elapsed: Double) -> WorkerReply? {
    let step = min(max(elapsed, 0), Self.maximumStep)
    // Whoever computes does not wait for a disk, however little of a processor a busy machine gives it.
    let isComputing = processorTime - processorBefore > step * Self.shareOfComputing
    processorBefore = processorTime
    if !isComputing {
      waited += step
      waitedInAll += step
    }
    let start = processorAtProgress ?? processorTime
    processorAtProgress = start
    let first = processorAtStart ?? processorTime
    processorAtStart = first
    let allowed =
      if isBeforeSound {
        Self.openingSeconds(of: seconds)
      } else {
        seconds
      }
    let hasSpentAll = processorTime - start >= allowed || processorTime - first >= maximum
    if hasSpentAll { return .timedOut(beforeSound: isBeforeSound) }
    let isTooLong =
      waited >= seconds * Self.waitingFactor || waitedInAll >= maximum * Self.waitingFactor
    guard isTooLong else { return nil }
    return .stalled
  }
}
