import TestSupport
import WavethumbSystem

@testable import WavethumbBatch

/// The events of a real run, in seconds since its start.
///
/// A file of `Fixtures/Runs` begins with a line `cost KIND BYTES OUTPUTS SHARED` for each recording in
/// the order of the plan. Its events follow, each with the milliseconds before it: `begin TURN COUNT`,
/// `reach TURN SHARE` and `end TURN`, where a turn is a batch of COUNT recordings on one thread.
// `width`, `read` and `busy` say how many threads, bytes read and processor seconds there were. The time
// left is not computed from them; they are in the files for whoever wants to understand a recorded run.
struct RecordedRun {
  private enum Event {
    case begin(turn: Int, [JobCost])
    case reach(turn: Int, share: Double)
    case end(turn: Int)
  }

  /// The recordings of one turn, and the part of them that is decoded.
  private struct Turn {
    let work: Double
    var share = 0.0

    init(_ costs: [JobCost]) {
      work = costs.reduce(0) { $0 + $1.seconds }
    }
  }

  struct Malformed: Error {
    let line: String
  }

  private var costs: [JobCost] = []
  private var events: [(time: Double, event: Event)] = []
  private var begunCosts = 0

  /// Loads a recorded run from the fixtures.
  init(_ name: String) throws {
    let text = try Repository.text(RawPath("Fixtures/Runs/\(name)"))
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      let isRead = fields[0] == "cost" ? addCost(fields) : addEvent(fields)
      guard isRead else { throw Malformed(line: String(line)) }
    }
  }

  /// Replays the run and calls `show` ten times a second with the displayed time left.
  func play(_ show: (_ time: Double, _ left: Double?) -> Void) {
    let all = Turn(costs)
    var remaining = RemainingTime()
    var turns: [Int: Turn] = [:]
    var finished = 0.0
    var done = 0.0
    var next = events.first?.time ?? 0
    for (time, event) in events {
      while next < time {
        // A batch may be reported as begun again after a share of it was reached. Work that was done stays
        // done, as in `ProgressMeter`.
        let reached = turns.values.reduce(finished) { $0 + $1.share * $1.work }
        done = max(done, reached)
        remaining.record(work: done, at: next)
        show(next, remaining.secondsLeft(of: all.work, at: next))
        next += 0.1
      }
      switch event {
      case .begin(let number, let costs):
        turns[number] = Turn(costs)
      case .reach(let number, let share):
        turns[number]?.share = share
      case .end(let number):
        finished += turns.removeValue(forKey: number)?.work ?? 0
      }
    }
  }

  /// Reads `cost KIND BYTES OUTPUTS SHARED`.
  private mutating func addCost(_ fields: [String]) -> Bool {
    guard fields.count == 5,
      let kind = CostKind.allCases.first(where: { "\($0)" == fields[1] }),
      let bytes = Int(fields[2]),
      let outputs = Int(fields[3])
    else { return false }
    costs.append(JobCost(kind, bytes: bytes, outputs: outputs))
    return true
  }

  /// Reads `MILLISECONDS EVENT TURN …`, or skips a line that is none.
  private mutating func addEvent(_ fields: [String]) -> Bool {
    if fields[0] == "#" || fields[0] == "width" { return true }
    guard fields.count > 2, let milliseconds = Double(fields[0]) else { return false }
    switch fields[1] {
    case "read", "busy": return true
    default: break
    }
    let value = fields.count > 3 ? fields[3] : ""
    guard let event = event(fields[1], of: Int(fields[2]), value: value) else { return false }
    events.append((milliseconds / 1000, event))
    return true
  }

  private mutating func event(_ name: String, of turn: Int?, value: String) -> Event? {
    guard let turn else { return nil }
    switch name {
    case "begin":
      guard let count = Int(value) else { return nil }
      // Turns take recordings in the order of the plan.
      let begun = costs.dropFirst(begunCosts).prefix(count)
      begunCosts += begun.count
      return .begin(turn: turn, Array(begun))
    case "reach":
      return Double(value).map { .reach(turn: turn, share: $0) }
    case "end":
      return .end(turn: turn)
    default:
      return nil
    }
  }
}
