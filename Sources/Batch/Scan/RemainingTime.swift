import Decoding

/// Estimates how long the rest of a run takes, from how long its recordings took so far.
///
/// Each class of recordings has a price of its own, learned from the run; each recording in hand
/// has one too, as soon as some of it is done. The rest is dealt out to the threads as the run
/// itself will do it, so that the last long recording of a run counts as long as it takes alone,
/// and the last part of a divided one as long as one thread takes for it.
struct RemainingTime: Sendable {
  /// What one thread has in hand: one recording, or several short ones.
  private struct Turn {
    var costs: [JobCost]
    /// Of the first recording.
    var share = 0.0
    /// What is left of its parts, where several threads decode it.
    var parts: PartsLeft?
    /// When its share was last reported.
    var since: Double
    /// When its evidence was last taken.
    var learned: Double
    /// The bytes of the first recording that were read before it was decoded, to know it.
    var bytesRead = 0.0
    /// The most seconds of a job that is done again, of which nothing else is known.
    var limit: Double?
    var evidence = CostEvidence()
    /// The evidence since its first report: before that, the file is opened and probed.
    var pace = CostEvidence()

    var seconds: Double { costs.reduce(0) { $0 + $1.seconds } }
    var bytes: Double { costs.reduce(0) { $0 + Double($1.bytes) } }
    var isShared: Bool { costs.first?.isShared ?? false }
    /// All is in memory by now.
    var isRead: Bool { bytesRead > 0 && bytesRead >= bytes }
    /// How much its evidence says of all of it.
    var weight: Double { max(share, bytes > 0 ? min(1, bytesRead / bytes) : 0) }
  }

  /// What the threads have to do, by how it can be given to them.
  private struct Loads {
    /// Of each thread, what no other can take from it.
    var threads: [Double] = []
    /// Parts that any thread can take, one thread each.
    var parts: [Double] = []
    /// What all threads share: one recording in parts, or recordings too short to be dealt out.
    var spread = 0.0

    /// Seconds until the last thread is done.
    var seconds: Double {
      let sum = threads.reduce(0, +) + max(0, spread)
      return max(threads.max() ?? 0, sum / Double(max(1, threads.count)))
    }

    mutating func deal(_ seconds: Double) {
      guard let free = threads.indices.min(by: { threads[$0] < threads[$1] }) else { return }
      threads[free] += seconds
    }
  }

  // What a run did in less time tells too little.
  private static let leastSeconds = 2.0
  /// So many recordings are dealt out one by one; what costs less fills up what they leave.
  private static let mostDealt = 128
  /// A turn that should be over takes at least that much longer.
  private static let overtime = 0.1

  private let width: Int
  private let order: [JobCost]
  private var taken = 0
  /// Jobs that wait for their second try, with the most seconds that each may take.
  private var again: [Int: Double] = [:]
  private var turns: [Int: Turn] = [:]
  private var prices = JobPrices()
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
    turns[turn] = Turn(costs: costs, since: now, learned: now, limit: limit)
  }

  /// Notes how much of a job was read to know its content, which tells how fast the disk is.
  mutating func read(_ bytes: Int, of turn: Int, at now: Double) {
    guard var known = turns[turn], Double(bytes) > known.bytesRead else { return }
    known.evidence.add(
      expected: 0, taken: max(0, now - known.learned),
      bytes: min(Double(bytes), known.bytes) - known.bytesRead, at: now)
    (known.bytesRead, known.learned) = (Double(bytes), now)
    turns[turn] = known
  }

  /// Notes how far a job is, and what is left of its parts where it is divided.
  mutating func reach(_ share: Double, of turn: Int, left parts: PartsLeft? = nil, at now: Double) {
    guard let known = turns[turn] else { return }
    if share > known.share {
      learn(from: turn, until: share, at: now)
    } else if share < known.share / 2 {
      // It begins again: by another decoder, or because its length proved wrong.
      turns[turn]?.share = share
      turns[turn]?.since = now
      turns[turn]?.learned = now
    }
    turns[turn]?.parts = parts
  }

  /// Notes that all jobs of a turn are done.
  mutating func end(_ turn: Int, at now: Double) {
    learn(from: turn, until: 1, at: now)
    guard let done = turns.removeValue(forKey: turn), done.limit == nil else { return }
    prices.add(done.evidence, of: done.costs, at: now)
  }

  /// Notes that a job of a turn has to be done again, which takes so many seconds at most.
  mutating func putBack(_ job: Int, of turn: Int, seconds: Double) {
    again[job] = seconds
    // A try that was given up tells nothing about what others take.
    turns[turn] = nil
  }

  /// Seconds until all is done, or nil where that cannot be told yet.
  func secondsLeft(at now: Double) -> Double? {
    guard let begin, now - begin >= Self.leastSeconds else { return nil }
    guard !turns.isEmpty || taken < order.count || !again.isEmpty else { return nil }
    var prices = prices
    for turn in turns.values where turn.limit == nil {
      // A recording begins with work that the rest of it does not have, such as probing. So its
      // evidence weighs only as much as the share that is done.
      prices.add(turn.evidence, of: turn.costs, weight: turn.weight, at: now)
    }
    guard prices.isKnown else { return nil }
    var loads = Loads()
    for turn in turns.values { add(turn, to: &loads, prices, at: now) }
    loads.threads += Array(repeating: 0, count: max(0, width - loads.threads.count))
    for place in 0..<JobCost.classes {
      loads.spread += prices.price(place, waitingSeconds[place], bytes: waitingBytes[place])
    }
    for cost in order.dropFirst(taken).prefix(Self.mostDealt) where !cost.isShared {
      let seconds = prices.price(cost)
      loads.spread -= seconds
      loads.deal(seconds)
    }
    for seconds in loads.parts { loads.deal(seconds) }
    for seconds in again.values.sorted(by: >) { loads.deal(seconds) }
    return loads.seconds
  }

  /// Adds what is left of a turn.
  private func add(_ turn: Turn, to loads: inout Loads, _ prices: JobPrices, at now: Double) {
    let spent = max(0, now - turn.since)
    if let limit = turn.limit { return loads.threads.append(max(0, limit - spent)) }
    let whole = seconds(of: turn, prices)
    func rest(_ share: Double, _ spent: Double) -> Double {
      max(whole * share - spent, spent * Self.overtime)
    }
    if let parts = turn.parts, turn.isShared {
      loads.threads += parts.inHand.map { rest($0, spent) }
      loads.parts += parts.waiting.map { whole * $0 }
    } else if turn.isShared {
      loads.spread += rest(1 - turn.share, spent * threads(of: turn))
    } else {
      loads.threads.append(rest(1 - turn.share, spent))
    }
  }

  /// What one thread takes for all of a turn.
  private func seconds(of turn: Turn, _ prices: JobPrices) -> Double {
    let expected = turn.seconds
    guard expected > 0 else { return 0 }
    let others =
      turn.isRead
      ? prices.priceInMemory(1) : turn.costs.reduce(0) { $0 + prices.price($1) } / expected
    return expected
      * (turn.share * turn.pace.factor(or: others) + (1 - turn.share) * others)
  }

  /// How many threads are at a turn.
  private func threads(of turn: Turn) -> Double {
    guard turn.isShared else { return 1 }
    if let parts = turn.parts { return Double(max(1, parts.inHand.count)) }
    let shared = turns.values.count { $0.isShared }
    return Double(max(1, width - turns.count + shared)) / Double(max(1, shared))
  }

  private mutating func learn(from number: Int, until share: Double, at now: Double) {
    guard var turn = turns[number], turn.limit == nil else { return }
    let expected = turn.seconds * (share - turn.share)
    let taken = max(0, now - turn.learned) * threads(of: turn)
    let bytes = turn.isRead ? 0 : turn.bytes * (share - turn.share)
    turn.evidence.add(expected: expected, taken: taken, bytes: bytes, at: now)
    if turn.share > 0 { turn.pace.add(expected: expected, taken: taken, bytes: 0, at: now) }
    (turn.share, turn.since, turn.learned) = (share, now, now)
    turns[number] = turn
  }

  private mutating func count(_ cost: JobCost, as sign: Double) {
    waitingSeconds[cost.costClass] += sign * cost.seconds
    waitingBytes[cost.costClass] += sign * Double(cost.bytes)
  }
}
