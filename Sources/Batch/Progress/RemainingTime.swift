/// Estimates how long the rest of a run takes, from how long its recordings took so far.
///
/// The run learns how many times longer than expected each class of recordings takes here. The
/// remaining recordings are assigned to the threads in the order of the run, so that a long last
/// recording counts as long as one thread takes for it. If threads wait for a slow disk, the
/// estimate is at least the time that the disk needs for the remaining bytes.
struct RemainingTime: Sendable {
  /// The recordings that one thread has taken: one, or several short ones.
  private struct Batch {
    let costs: [JobCost]
    let seconds, bytes: Double
    /// The time limit of a second try in seconds, which is the only estimate for it; nil for a
    /// first try.
    let limit: Double?
    var reportedAt: Double
    var share = 0.0
    var bytesRead = 0.0

    init(_ costs: [JobCost], limit: Double?, at now: Double) {
      self.costs = costs
      seconds = costs.reduce(0) { $0 + $1.seconds }
      bytes = costs.reduce(0) { $0 + Double($1.bytes) }
      self.limit = limit
      reportedAt = now
    }

    var isShared: Bool { costs.first?.isShared ?? false }
  }

  private static let leastSeconds = 2.0
  /// Evidence in fewer seconds is blended with that of other work.
  private static let enoughEvidence = 0.5
  /// The number of recordings assigned to threads one by one; shorter ones fill the gaps.
  private static let mostDealt = 128
  /// The least remaining time or bytes, as a fraction of those already spent or read.
  private static let overrun = 0.1

  private let width: Int
  private let order: [JobCost]
  private var taken = 0
  private var begin: Double?
  private var batches: [Int: Batch] = [:]
  /// The time limit in seconds of each job that waits for a second try.
  private var again: [Int: Double] = [:]
  private var waitingSeconds = [Double](repeating: 0, count: JobCost.classes)
  private var waitingBytes = 0.0
  private var classes = [CostEvidence](repeating: CostEvidence(), count: JobCost.classes)
  private var disk = DiskRate()

  init(_ order: [JobCost], width: Int) {
    self.order = order
    self.width = max(1, width)
    count(order[...], as: 1)
  }

  /// Notes that a thread takes recordings; the number of the first identifies them.
  mutating func begin(_ number: Int, _ costs: [JobCost], at now: Double) {
    begin = begin ?? now
    pass(0, at: now)
    let limit = again.removeValue(forKey: number)
    if limit == nil {
      count(order.dropFirst(taken).prefix(costs.count), as: -1)
      taken += costs.count
    }
    batches[number] = Batch(costs, limit: limit, at: now)
  }

  /// Records how many bytes of a recording have been read, unless more were recorded before.
  mutating func read(_ bytes: Int, of number: Int, at now: Double) {
    guard let batch = batches[number], Double(bytes) > batch.bytesRead else { return }
    learn(number, share: batch.share, bytesRead: min(Double(bytes), batch.bytes), at: now)
  }

  mutating func reach(_ share: Double, of number: Int, at now: Double) {
    guard let batch = batches[number] else { return }
    if share > batch.share {
      learn(number, share: share, bytesRead: batch.bytes * share, at: now)
    } else if share < batch.share / 2 {
      // Another decoder begins again, or the length was wrong.
      batches[number]?.share = share
      batches[number]?.reportedAt = now
    }
  }

  /// Notes how many seconds all threads were busy so far, and did not wait for the disk.
  mutating func note(busy: Double, at now: Double) {
    disk.note(busy: busy)
    pass(0, at: now)
  }

  mutating func end(_ number: Int, at now: Double) {
    guard let bytes = batches[number]?.bytes else { return }
    learn(number, share: 1, bytesRead: bytes, at: now)
    batches[number] = nil
  }

  /// Notes that a recording of a batch has to be tried again, within a time limit in seconds.
  mutating func putBack(_ job: Int, of number: Int, seconds: Double, at now: Double) {
    pass(0, at: now)
    again[job] = seconds
    batches[number] = nil
  }

  /// Seconds until all is done, or nil if unknown.
  func secondsLeft(at now: Double) -> Double? {
    guard let begin, now - begin >= Self.leastSeconds,
      !batches.isEmpty || taken < order.count || !again.isEmpty, let factors = factors()
    else { return nil }
    var (inHand, queue, spread, bytes) = ([Double](), [Double](), 0.0, waitingBytes)
    for batch in batches.values {
      let spent = max(0, now - batch.reportedAt)
      bytes += bytesLeft(of: batch, after: spent)
      let whole = batch.costs.reduce(0) { $0 + $1.seconds * factors[$1.costClass] }
      let rest = (batch.limit ?? whole * (1 - batch.share) / threads(of: batch)) - spent
      let left = max(rest, spent * Self.overrun)
      if batch.isShared { spread += left * threads(of: batch) } else { inHand.append(left) }
    }
    for (seconds, factor) in zip(waitingSeconds, factors) { spread += seconds * factor }
    for cost in order.dropFirst(taken).prefix(Self.mostDealt) where !cost.isShared {
      queue.append(cost.seconds * factors[cost.costClass])
      spread -= cost.seconds * factors[cost.costClass]
    }
    queue += again.values.sorted(by: >)
    let work = finish(inHand, queue, spread: max(0, spread))
    return max(work, disk.bytesPerSecond.map { bytes / $0 } ?? 0)
  }

  /// Returns the seconds until the last thread finishes, if each free thread takes the next
  /// recording of the queue, and the work in `spread` is divided among all threads.
  private func finish(_ inHand: [Double], _ queue: [Double], spread: Double) -> Double {
    var threads = inHand + Array(repeating: 0, count: max(0, width - inHand.count))
    for seconds in queue {
      if let next = threads.indices.min(by: { threads[$0] < threads[$1] }) {
        threads[next] += seconds
      }
    }
    return max((threads.reduce(0, +) + spread) / Double(threads.count), threads.max() ?? 0)
  }

  /// How many times longer than expected each class takes, not counting waits for the disk.
  private func factors() -> [Double]? {
    let taken = classes.reduce(0) { $0 + $1.seconds }
    guard taken > 0 else { return nil }
    let busy = disk.bytesPerSecond == nil ? 1 : disk.busyShare
    func factor(_ expected: Double, _ taken: Double, or others: Double) -> Double {
      guard expected > 0 else { return others }
      let weight = min(1, taken / Self.enoughEvidence)
      return weight * busy * taken / expected + (1 - weight) * others
    }
    let all = factor(classes.reduce(0) { $0 + $1.amount }, taken, or: 1)
    return classes.map { factor($0.amount, $0.seconds, or: all) }
  }

  /// Reports are rare: the bytes delivered since the last one are estimated.
  private func bytesLeft(of batch: Batch, after seconds: Double) -> Double {
    let rate = (disk.bytesPerSecond ?? 0) / Double(batches.count)
    let unread = max(0, batch.bytes - batch.bytesRead)
    let arrived = min(unread, seconds * rate)
    return max(unread - arrived, arrived * Self.overrun)
  }

  private func threads(of batch: Batch) -> Double {
    guard batch.isShared else { return 1 }
    let shared = batches.values.count { $0.isShared }
    return Double(max(1, width - batches.count + shared)) / Double(max(1, shared))
  }

  /// Notes that time has passed, and that bytes were read.
  private mutating func pass(_ bytes: Double, at now: Double) {
    // How busy ffmpeg was becomes known when it ends.
    let working = batches.values.filter { $0.costs.first?.kind != .other }
    disk.pass(bytes, threads: working.reduce(0) { $0 + threads(of: $1) }, at: now)
  }

  private mutating func learn(_ number: Int, share: Double, bytesRead: Double, at now: Double) {
    guard var batch = batches[number] else { return }
    let seconds = max(0, now - batch.reportedAt) * threads(of: batch)
    pass(max(0, bytesRead - batch.bytesRead), at: now)
    if batch.limit == nil, batch.seconds > 0 {
      for cost in batch.costs {
        classes[cost.costClass].add(
          cost.seconds * (share - batch.share), in: seconds * cost.seconds / batch.seconds, at: now)
      }
    }
    (batch.share, batch.reportedAt) = (share, now)
    batch.bytesRead = max(batch.bytesRead, bytesRead)
    batches[number] = batch
  }

  private mutating func count(_ costs: ArraySlice<JobCost>, as sign: Double) {
    for cost in costs {
      waitingSeconds[cost.costClass] += sign * cost.seconds
      waitingBytes += sign * Double(cost.bytes)
    }
  }
}
