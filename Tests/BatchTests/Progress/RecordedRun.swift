import Glibc
import WavethumbSystem

@testable import WavethumbBatch

/// The events of a real run by thread, in milliseconds since its start.
///
/// A line is `width N`, `cost KIND BYTES OUTPUTS SHARED` (one recording, in plan order), or a time
/// followed by `begin TURN COUNT`, `read TURN BYTES` (to compute the digest), `reach TURN SHARE`,
/// `again JOB TURN SECONDS`, `end TURN` or `busy SECONDS` (the sum over all threads so far, without
/// disk waits).
struct RecordedRun {
  enum Event {
    case begin(turn: Int, [JobCost])
    case read(turn: Int, bytes: Int)
    case reach(turn: Int, share: Double)
    case again(job: Int, turn: Int, seconds: Double)
    case end(turn: Int)
    /// The sum over all threads so far.
    case busy(seconds: Double)
  }

  struct Malformed: Error {
    let line: String
  }

  private(set) var order: [JobCost] = []
  private(set) var events: [(time: Double, event: Event)] = []
  private var width = 1
  private var startedCosts = 0
  private var again: [Int: JobCost] = [:]
  private var inHand: [Int: JobCost] = [:]

  /// Loads a recorded run from the fixtures.
  init(_ name: String) throws {
    let here = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let folder = try Folder(at: RawPath("/\(here)/Fixtures/Runs"))
    let file = try folder.open(RawPath(name))
    let bytes = try file.read(Int(try file.status(RawPath(name)).identity.size), RawPath(name))
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard read(line.split(separator: " ").map(String.init)) else {
        throw Malformed(line: String(line))
      }
    }
  }

  /// The time at which the last recording was finished.
  var end: Double { events.last?.time ?? 0 }
  var begin: Double { events.first?.time ?? 0 }

  /// The work of all recordings.
  var work: Double { order.reduce(0) { $0 + $1.seconds } }

  /// Replays the run and calls `told` ten times a second with the displayed time left.
  func play(_ show: (_ time: Double, _ left: Double?) -> Void) {
    var remaining = RemainingTime()
    var running: [Int: (costs: [JobCost], share: Double)] = [:]
    var finished = 0.0
    var done = 0.0
    var next = begin
    for (time, event) in events {
      while next < time {
        let work = running.values.reduce(finished) { $0 + $1.share * $1.costs.work }
        done = max(done, work)
        remaining.record(work: done, at: next)
        show(next, remaining.secondsLeft(of: self.work, at: next))
        next += 0.1
      }
      switch event {
      case .begin(let turn, let costs):
        running[turn] = (costs, 0)
      case .reach(let turn, let share):
        running[turn]?.share = share
      case .again(_, let turn, _):
        running[turn] = nil
      case .end(let turn):
        finished += running.removeValue(forKey: turn)?.costs.work ?? 0
      case .read, .busy:
        break
      }
    }
  }

  private mutating func read(_ fields: [String]) -> Bool {
    let numbers = fields.map { Double($0) ?? 0 }
    switch (fields.first, fields.count) {
    case ("#", _): break
    case ("width", 2): width = Int(numbers[1])
    case ("cost", 5):
      guard let kind = CostKind.allCases.first(where: { "\($0)" == fields[1] }) else {
        return false
      }
      let cost = JobCost(kind, bytes: Int(numbers[2]), outputs: Int(numbers[3]))
      order.append(cost)
    default:
      guard fields.count > 2, let event = event(Array(fields.dropFirst())) else { return false }
      events.append((numbers[0] / 1000, event))
    }
    return true
  }

  private mutating func event(_ fields: [String]) -> Event? {
    let numbers = fields.dropFirst().map { Double($0) ?? 0 }
    let turn = Int(numbers[0])
    switch (fields[0], numbers.count) {
    case ("begin", 2):
      if let cost = again.removeValue(forKey: turn) { return .begin(turn: turn, [cost]) }
      let costs = Array(order.dropFirst(startedCosts).prefix(Int(numbers[1])))
      startedCosts += costs.count
      inHand[turn] = costs.first
      return .begin(turn: turn, costs)
    case ("read", 2): return .read(turn: turn, bytes: Int(numbers[1]))
    case ("reach", 2): return .reach(turn: turn, share: numbers[1])
    case ("again", 3):
      again[turn] = inHand[turn] ?? order[0]
      return .again(job: turn, turn: Int(numbers[1]), seconds: numbers[2])
    case ("end", 1): return .end(turn: turn)
    case ("busy", 1): return .busy(seconds: numbers[0])
    default: return nil
    }
  }
}

extension [JobCost] {
  fileprivate var work: Double { reduce(0) { $0 + $1.seconds } }
}
