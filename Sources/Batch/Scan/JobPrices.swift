/// What jobs take here, by their class, learned from those that were done.
struct JobPrices: Sendable {
  /// Machines compute that much slower than a desktop; what takes longer waits for its disk.
  private static let slowest = 4.0

  private var classes = [CostEvidence](repeating: CostEvidence(), count: JobCost.classes)
  private var all = CostEvidence()

  /// Whether anything was learned.
  var isKnown: Bool { all.taken > 0 }

  /// Learns what was seen of jobs, which counts as much as its weight says.
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

  /// What takes so many seconds elsewhere, by its class, or as others took that were seen.
  func price(_ place: Int, _ seconds: Double, bytes: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let slowness = min(all.factor(or: 1), Self.slowest)
    let disk = max(0, all.taken - Self.slowest * all.expected) / max(all.bytes, 1)
    let others = slowness + bytes * disk / seconds
    return seconds * classes[place].factor(or: others)
  }
}
