/// How long jobs take on this machine, by their class, learned from those that were done.
struct JobPrices: Sendable {
  /// The slowest machine computes so many times longer than a desktop; work that takes longer still
  /// waits for its disk.
  private static let slowest = 4.0
  /// Where a disk decides, one class takes as long for a byte as another, unless so much of it tells
  /// something else: short recordings that wait once behind a long one seem dear.
  private static let enoughBesideDisk = 8.0

  private var classes = [CostEvidence](repeating: CostEvidence(), count: JobCost.classes)
  private var all = CostEvidence()

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

  /// What one thread takes for a job.
  func price(_ cost: JobCost) -> Double {
    price(cost.costClass, cost.seconds, bytes: Double(cost.bytes))
  }

  /// What one thread takes for jobs of so many expected seconds, by the evidence of their class, or
  /// of all jobs where there is little; where a disk decides, by the bytes of all.
  func price(_ place: Int, _ seconds: Double, bytes: Double) -> Double {
    guard seconds > 0 else { return 0 }
    guard isDiskBound else { return seconds * classes[place].factor(or: all.factor(or: 1)) }
    let disk = (all.taken - all.expected) / max(all.bytes, 1)
    return seconds
      * classes[place].factor(
        besides: 1 + bytes * disk / seconds, weighing: Self.enoughBesideDisk)
  }

  /// What one thread takes for jobs whose bytes have been read already.
  func priceInMemory(_ seconds: Double) -> Double {
    seconds * (isDiskBound ? 1 : all.factor(or: 1))
  }

  private var isDiskBound: Bool { all.taken > Self.slowest * all.expected }
}
