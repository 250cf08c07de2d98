import Decoding

/// Estimates how long the rest of a run takes, from how long its recordings took so far.
///
/// Each class of recordings has a price of its own, learned from the run; each recording in hand
/// has one too, as soon as some of it is done. The rest is dealt out to the threads as the run
/// itself will do it, so that the last long recording of a run counts as long as it takes alone,
/// and the last part of a divided one as long as one thread takes for it. Where the threads wait for
/// a slow disk, all of them share what it gives.
struct RemainingTime: Sendable {
  private typealias Load = ThreadsAndDisk.Load

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
  private var turns: [Int: JobsInHand] = [:]
  private var prices: JobPrices
  private var begin: Double?
  /// What waits, by class.
  private var waitingSeconds = [Double](repeating: 0, count: JobCost.classes)
  private var waitingBytes = [Double](repeating: 0, count: JobCost.classes)

  /// The time of jobs that so many threads take in this order.
  init(_ order: [JobCost], width: Int) {
    self.order = order
    self.width = max(1, width)
    prices = JobPrices(width: self.width)
    for cost in order { count(cost, as: 1) }
  }

  /// Notes that a thread takes jobs, which go by the number of the first.
  mutating func begin(_ turn: Int, _ costs: [JobCost], at now: Double) {
    begin = begin ?? now
    pass(0, at: now)
    let limit = again.removeValue(forKey: turn)
    if limit == nil {
      for cost in order.dropFirst(taken).prefix(costs.count) { count(cost, as: -1) }
      taken += costs.count
    }
    turns[turn] = JobsInHand(costs: costs, since: now, learned: now, limit: limit)
  }

  /// Notes how much of a job was read, where that is more than what was decoded of it: to know its
  /// content, or to count how long it is.
  mutating func read(_ bytes: Int, of turn: Int, at now: Double) {
    guard var known = turns[turn], Double(bytes) > known.bytesRead else { return }
    let more = min(Double(bytes), known.bytes) - known.bytesRead
    pass(more, at: now)
    known.evidence.add(expected: 0, taken: max(0, now - known.learned), bytes: more, at: now)
    known.bytesRead += more
    (known.since, known.learned) = (now, now)
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

  /// Notes how many seconds all threads were busy so far, and not waiting for the disk.
  mutating func note(busy: Double, at now: Double) {
    pass(0, at: now)
    prices.disk.note(busy: busy)
  }

  /// Notes that all jobs of a turn are done.
  mutating func end(_ turn: Int, at now: Double) {
    learn(from: turn, until: 1, at: now)
    guard let done = turns.removeValue(forKey: turn), done.limit == nil else { return }
    prices.add(done.evidence, of: done.costs, at: now)
  }

  /// Notes that a job of a turn has to be done again, which takes so many seconds at most.
  mutating func putBack(_ job: Int, of turn: Int, seconds: Double, at now: Double) {
    pass(0, at: now)
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
    var work = ThreadsAndDisk(width: width, bytesPerSecond: prices.disk.bytesPerSecond)
    for turn in turns.values { add(turn, to: &work, prices, at: now) }
    for place in 0..<JobCost.classes {
      work.spread += Load(
        prices.price(waitingSeconds[place], ofClass: place), bytes: waitingBytes[place])
    }
    for cost in order.dropFirst(taken).prefix(Self.mostDealt) where !cost.isShared {
      let load = Load(prices.price(cost), bytes: Double(cost.bytes))
      work.spread -= load
      work.queue.append(load)
    }
    for seconds in again.values.sorted(by: >) { work.queue.append(Load(seconds)) }
    return work.seconds
  }

  /// Adds what is left of a turn.
  private func add(
    _ turn: JobsInHand, to work: inout ThreadsAndDisk, _ prices: JobPrices, at now: Double
  ) {
    let spent = max(0, now - turn.since)
    if let limit = turn.limit { return work.inHand.append(Load(max(0, limit - spent))) }
    let whole = seconds(of: turn, prices)
    // What came since it was last told.
    let arrived = min(
      turn.bytesLeft, spent * (prices.disk.bytesPerSecond ?? 0) / Double(max(1, turns.count)))
    func rest(_ share: Double, _ spent: Double, ofBytes bytes: Double) -> Load {
      Load(max(whole * share - spent, spent * Self.overtime), bytes: bytes)
    }
    let bytes = max(turn.bytesLeft - arrived, arrived * Self.overtime)
    if turn.isBeingRead {
      work.inHand.append(Load(0, bytes: bytes, after: whole / threads(of: turn)))
    } else if let parts = turn.parts, turn.isShared {
      let sum = (parts.inHand + parts.waiting).reduce(1e-9, +)
      work.inHand += parts.inHand.map { rest($0, spent, ofBytes: bytes * $0 / sum) }
      work.queue += parts.waiting.map { Load(whole * $0, bytes: bytes * $0 / sum) }
    } else if turn.isShared {
      work.spread += rest(1 - turn.share, spent * threads(of: turn), ofBytes: bytes)
    } else {
      work.inHand.append(rest(1 - turn.share, spent, ofBytes: bytes))
    }
  }

  /// What one thread takes for all of a turn.
  private func seconds(of turn: JobsInHand, _ prices: JobPrices) -> Double {
    let expected = turn.seconds
    guard expected > 0 else { return 0 }
    let others = turn.costs.reduce(0) { $0 + prices.price($1) } / expected
    let own = prices.factor(of: turn.pace, or: others)
    return expected * (turn.share * own + (1 - turn.share) * others)
  }

  /// How many threads are at a turn.
  private func threads(of turn: JobsInHand) -> Double {
    guard turn.isShared else { return 1 }
    if let parts = turn.parts { return Double(max(1, parts.inHand.count)) }
    let shared = turns.values.count { $0.isShared }
    return Double(max(1, width - turns.count + shared)) / Double(max(1, shared))
  }

  /// Notes that time went by, and bytes came.
  private mutating func pass(_ bytes: Double, at now: Double) {
    // What ffmpeg is busy with is not known until it ends.
    let atWork = turns.values.reduce(0) {
      $0 + ($1.costs.first?.kind == .other ? 0 : threads(of: $1))
    }
    prices.disk.pass(bytes, threads: atWork, at: now)
  }

  private mutating func learn(from number: Int, until share: Double, at now: Double) {
    guard var turn = turns[number], turn.limit == nil else { return }
    let expected = turn.seconds * (share - turn.share)
    let taken = max(0, now - turn.learned) * threads(of: turn)
    let bytes = max(0, turn.bytes * share - turn.bytesRead)
    pass(bytes, at: now)
    turn.evidence.add(expected: expected, taken: taken, bytes: bytes, at: now)
    if turn.share > 0 { turn.pace.add(expected: expected, taken: taken, bytes: bytes, at: now) }
    turn.bytesRead += bytes
    (turn.share, turn.since, turn.learned) = (share, now, now)
    turns[number] = turn
  }

  private mutating func count(_ cost: JobCost, as sign: Double) {
    waitingSeconds[cost.costClass] += sign * cost.seconds
    waitingBytes[cost.costClass] += sign * Double(cost.bytes)
  }
}
