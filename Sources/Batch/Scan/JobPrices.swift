/// How long jobs take on this machine, by their class, learned from those that were done; and how
/// fast its disk is, where they wait for it.
struct JobPrices: Sendable {
  /// With so many seconds of evidence, that of other work no longer counts.
  private static let enough = 0.5
  /// A short recording that waits once behind a long one seems dear. So other work counts as much
  /// as so many expected seconds of short ones; where a disk decides, more.
  private static let othersBesideShort = 0.1
  private static let othersBesideShortOfDisk = 8.0

  private let width: Double
  private var classes = [CostEvidence](repeating: CostEvidence(), count: JobCost.classes)
  private var all = CostEvidence()
  var disk = DiskPace()

  /// The prices of a run of so many threads.
  init(width: Int) {
    self.width = Double(width)
  }

  /// Whether anything was learned.
  var isKnown: Bool { all.taken > 0 }

  /// Learns from the evidence of jobs, which counts by its weight.
  mutating func add(
    _ evidence: CostEvidence, of costs: [JobCost], weight: Double = 1, at now: Double
  ) {
    let expected = costs.reduce(0) { $0 + $1.seconds }
    guard expected > 0, weight > 0 else { return }
    for cost in costs {
      let part = weight * cost.seconds / expected
      for place in [\Self.classes[cost.costClass], \Self.all] {
        self[keyPath: place].add(
          expected: evidence.expected * part, taken: evidence.taken * part,
          bytes: evidence.bytes * part, at: now)
      }
    }
  }

  /// What one thread takes for a job, beside waiting for a slow disk.
  func price(_ cost: JobCost) -> Double {
    price(cost.seconds, ofClass: cost.costClass)
  }

  /// The same for jobs of one class that are expected to take so long, by the evidence of their
  /// class, or of all jobs where there is little.
  func price(_ seconds: Double, ofClass place: Int) -> Double {
    guard seconds > 0 else { return 0 }
    let (own, others) = (classes[place], factor(of: all, or: 1))
    guard JobCost.isShort(class: place) else { return seconds * factor(of: own, or: others) }
    let weight =
      disk.bytesPerSecond == nil ? Self.othersBesideShort : Self.othersBesideShortOfDisk
    return seconds * (computing(own) + others * weight) / (own.expected + weight)
  }

  /// How many times longer than expected the work took, beside waiting for a slow disk; of other
  /// work where there is little evidence.
  func factor(of evidence: CostEvidence, or others: Double) -> Double {
    guard evidence.expected > 0 else { return others }
    let weight = min(1, evidence.taken / Self.enough)
    return weight * computing(evidence) / evidence.expected + (1 - weight) * others
  }

  /// How long the work took, beside waiting for a slow disk: no less than what the threads were
  /// busy, but what the disk does not explain is theirs too.
  private func computing(_ evidence: CostEvidence) -> Double {
    guard let bytesPerSecond = disk.bytesPerSecond, all.expected > 0 else { return evidence.taken }
    let waited = evidence.bytes * width / bytesPerSecond
    let least = evidence.expected * all.taken / all.expected * disk.busyShare
    return min(evidence.taken, max(evidence.taken - waited, least))
  }
}
