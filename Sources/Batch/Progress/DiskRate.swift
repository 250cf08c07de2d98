/// The bytes per second that a disk delivers while the threads of a run wait for it.
struct DiskRate: Sendable {
  // Disks deliver in bursts: over a shorter time, a thread may only compute or only wait.
  private static let stepSeconds = 2.0
  /// If threads wait for more than this fraction of their time, the disk is the bottleneck.
  private static let leastWait = 0.45

  private var step: (begin: Double, busyBefore: Double, threadSeconds: Double, bytes: Double)?
  private var lastPass: Double?
  private var busySoFar: Double?
  /// The busy seconds, of all seconds in which threads had work.
  private var busy = CostEvidence()
  /// The bytes that the disk delivered while threads waited.
  private var delivered = CostEvidence()

  /// Nil unless threads wait for the disk.
  var bytesPerSecond: Double? { delivered.amount > 0 ? delivered.perSecond : nil }

  /// The fraction of their time that threads spend computing.
  var busyShare: Double { busy.seconds > 0 ? busy.perSecond : 1 }
  mutating func note(busy seconds: Double) { busySoFar = seconds }

  /// Records how many threads had work until now, and how many bytes were read.
  mutating func pass(_ bytes: Double, threads: Double, at now: Double) {
    step?.threadSeconds += threads * max(0, now - (lastPass ?? now))
    step?.bytes += bytes
    lastPass = now
    guard let busySoFar else { return }
    if let step {
      guard now - step.begin >= Self.stepSeconds else { return }
      let computed = min(max(0, busySoFar - step.busyBefore), step.threadSeconds)
      busy.add(computed, in: step.threadSeconds, at: now)
      if step.threadSeconds - computed > step.threadSeconds * Self.leastWait {
        delivered.add(step.bytes, in: now - step.begin, at: now)
      }
    }
    step = (now, busySoFar, 0, 0)
  }
}
