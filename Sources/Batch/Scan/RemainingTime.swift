/// How long the rest of a run takes, by what its recordings took so far and which are in hand.
///
/// Each class of recordings has a price of its own, learned from the run; each recording in hand
/// has one too, as soon as it has come some way. The rest is dealt out to the threads as the run
/// itself will do it, so that the last long recording of a run counts as long as it takes alone.
struct RemainingTime: Sendable {
  /// What one thread has in hand: one recording, or several short ones.
  private struct Turn {
    var costs: [JobCost]
    /// Of the first recording.
    var share = 0.0
    /// When its share was heard of last.
    var since: Double
    /// How long it may take, where nothing else is known of it.
    var limit: Double?
    var evidence = CostEvidence()

    var seconds: Double { costs.reduce(0) { $0 + $1.seconds } }
    var isShared: Bool { costs.first?.isShared ?? false }
  }

  // A pace of less than that is no pace yet.
  private static let leastSeconds = 2.0
  /// So many recordings are dealt out one by one; what costs less fills up what they leave.
  private static let mostDealt = 128
  /// Machines compute that much slower than a desktop; what takes longer waits for its disk.
  private static let slowest = 4.0
  /// So much of a recording has to be done before its own pace alone counts: the first moments
  /// open, probe and seek.
  private static let firstShare = 0.1
  /// A turn that should be over takes at least that much longer.
  private static let overtime = 0.1

  private let width: Int
  private let order: [JobCost]
  private var taken = 0
  /// What waits again, behind its first try.
  private var again: [Int: Double] = [:]
  private var turns: [Int: Turn] = [:]
  private var classes = [CostEvidence](repeating: CostEvidence(), count: JobCost.classes)
  private var all = CostEvidence()
  private var begin: Double?
  /// What waits, by class.
  private var waitingSeconds = [Double](repeating: 0, count: JobCost.classes)
  private var waitingBytes = [Double](repeating: 0, count: JobCost.classes)

  /// The time of jobs that so many threads take in this order.
  init(_ order: [JobCost], width: Int) {
    self.order = order
    self.width = max(1, width)
    for cost in order { count(cost, as: 1) }
  }

  /// Notes that a thread takes jobs, which go by the number of the first.
  mutating func begin(_ turn: Int, _ costs: [JobCost], at now: Double) {
    begin = begin ?? now
    let limit = again.removeValue(forKey: turn)
    if limit == nil {
      for cost in order.dropFirst(taken).prefix(costs.count) { count(cost, as: -1) }
      taken += costs.count
    }
    turns[turn] = Turn(costs: costs, since: now, limit: limit)
  }

  /// Notes how far a job is.
  mutating func reach(_ share: Double, of turn: Int, at now: Double) {
    // A second try begins where the first began: that is no way back.
    guard let known = turns[turn], share > known.share else { return }
    learn(from: turn, until: share, at: now)
  }

  /// Notes that all jobs of a turn are done.
  mutating func end(_ turn: Int, at now: Double) {
    learn(from: turn, until: 1, at: now)
    turns[turn] = nil
  }

  /// Notes that a job of a turn has to be done again, which takes so many seconds at most.
  mutating func putBack(_ job: Int, of turn: Int, seconds: Double) {
    again[job] = seconds
    // What got nowhere does not tell what others take.
    turns[turn] = nil
  }

  /// Seconds until all is done, or nil where that cannot be told yet.
  func secondsLeft(at now: Double) -> Double? {
    guard let begin, now - begin >= Self.leastSeconds, all.taken > 0 else { return nil }
    guard !turns.isEmpty || taken < order.count || !again.isEmpty else { return nil }
    // What all threads do together, or what is too short to be dealt out.
    var poured = 0.0
    var loads: [Double] = []
    for turn in turns.values {
      let left = secondsLeft(of: turn, at: now)
      if turn.isShared { poured += left } else { loads.append(left) }
    }
    loads += Array(repeating: 0, count: max(0, width - loads.count))
    let dealt = order.dropFirst(taken).prefix(Self.mostDealt)
    for place in 0..<JobCost.classes {
      poured += price(place, waitingSeconds[place], bytes: waitingBytes[place])
    }
    for cost in dealt where !cost.isShared {
      let seconds = price(cost)
      poured -= seconds
      deal(seconds, to: &loads)
    }
    for seconds in again.values.sorted(by: >) { deal(seconds, to: &loads) }
    let most = loads.max() ?? 0
    return max(most, (loads.reduce(0, +) + max(0, poured)) / Double(loads.count))
  }

  private func deal(_ seconds: Double, to loads: inout [Double]) {
    guard let free = loads.indices.min(by: { loads[$0] < loads[$1] }) else { return }
    loads[free] += seconds
  }

  private func secondsLeft(of turn: Turn, at now: Double) -> Double {
    if let limit = turn.limit { return max(0, limit - (now - turn.since)) }
    let price = turn.costs.reduce(0) { $0 + self.price($1) }
    let expected = turn.seconds
    let others = expected > 0 ? price / expected : 1
    let weight = min(1, turn.share / Self.firstShare)
    let factor = weight * turn.evidence.factor(or: others) + (1 - weight) * others
    let spent = (now - turn.since) * threads(of: turn)
    let left = expected * (1 - turn.share) * factor - spent
    return max(left, spent * Self.overtime)
  }

  /// How many threads are at a turn.
  private func threads(of turn: Turn) -> Double {
    guard turn.isShared else { return 1 }
    let shared = turns.values.count { $0.isShared }
    return Double(max(1, width - turns.count + shared)) / Double(max(1, shared))
  }

  private mutating func learn(from number: Int, until share: Double, at now: Double) {
    guard var turn = turns[number], turn.limit == nil else { return }
    let seconds = max(0, now - turn.since) * threads(of: turn)
    let expected = turn.seconds * (share - turn.share)
    for cost in turn.costs {
      let part = cost.seconds / turn.seconds
      let bytes = Double(cost.bytes) * (share - turn.share)
      classes[cost.costClass].add(
        expected: expected * part, taken: seconds * part, bytes: bytes, at: now)
      all.add(expected: expected * part, taken: seconds * part, bytes: bytes, at: now)
    }
    turn.evidence.add(expected: expected, taken: seconds, bytes: 0, at: now)
    (turn.share, turn.since) = (share, now)
    turns[number] = turn
  }

  private func price(_ cost: JobCost) -> Double {
    price(cost.costClass, cost.seconds, bytes: Double(cost.bytes))
  }

  /// What takes so many seconds elsewhere, by its class, or as others took that were seen.
  private func price(_ place: Int, _ seconds: Double, bytes: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let slowness = min(all.factor(or: 1), Self.slowest)
    let disk = max(0, all.taken - Self.slowest * all.expected) / max(all.bytes, 1)
    let others = slowness + bytes * disk / seconds
    return seconds * classes[place].factor(or: others)
  }

  private mutating func count(_ cost: JobCost, as sign: Double) {
    waitingSeconds[cost.costClass] += sign * cost.seconds
    waitingBytes[cost.costClass] += sign * Double(cost.bytes)
  }
}
