import Testing

@testable import Batch

@Suite struct `The remaining time` {
  /// Returns the cost of a recording that takes about this many seconds to decode on a desktop.
  private static func cost(seconds: Double, _ kind: CostKind = .mpeg) -> JobCost {
    JobCost(kind, bytes: Int(seconds / kind.secondsOfByte))
  }

  @Test func `follows the work of the last half minute, not the files`() {
    var time = RemainingTime([Self.cost(seconds: 1000)], width: 1)
    time.begin(0, [Self.cost(seconds: 1000)], at: 0)
    var share = 0.0
    for second in 1...100 {
      // Slow at first, then 100 times as fast.
      share = Double(second < 50 ? second : 50 + (second - 50) * 100) / 10_000
      time.reach(share, of: 0, at: Double(second))
    }
    let left = (1 - share) * 100
    #expect(abs((time.secondsLeft(at: 100) ?? 0) - left) < 1e-6)
  }

  @Test func `the remaining time is unknown at the start`() {
    var time = RemainingTime([Self.cost(seconds: 100)], width: 1)
    #expect(time.secondsLeft(at: 0) == nil)
    time.begin(0, [Self.cost(seconds: 100)], at: 0)
    time.reach(0.1, of: 0, at: 1)
    #expect(time.secondsLeft(at: 1) == nil)
    time.reach(0.5, of: 0, at: 5)
    #expect(abs((time.secondsLeft(at: 5) ?? 0) - 5) < 1e-6)
    time.end(0, at: 10)
    #expect(time.secondsLeft(at: 10) == nil)
  }

  @Test func `the remaining time excludes the time of the crawl`() {
    var time = RemainingTime([Self.cost(seconds: 100)], width: 1)
    time.begin(0, [Self.cost(seconds: 100)], at: 20)
    time.reach(0.2, of: 0, at: 21)
    #expect(time.secondsLeft(at: 21) == nil)
    time.reach(0.4, of: 0, at: 22)
    #expect(abs((time.secondsLeft(at: 22) ?? 0) - 3) < 1e-6)
  }

  @Test func `the remaining time of three equal recordings on two threads is that of two`() {
    let costs = Array(repeating: Self.cost(seconds: 30, .vorbis), count: 3)
    var time = RemainingTime(costs, width: 2)
    for turn in 0...1 { time.begin(turn, [costs[turn]], at: 0) }
    for turn in 0...1 { time.reach(0.5, of: turn, at: 10) }
    // 10 more seconds for both, and 20 for the third.
    #expect(abs((time.secondsLeft(at: 10) ?? 0) - 30) < 1e-6)
  }

  @Test func `the remaining time of a divided recording uses all threads`() {
    let long = Self.cost(seconds: 100).shared(true)
    var time = RemainingTime([long], width: 2)
    time.begin(0, [long], at: 0)
    time.reach(0.25, of: 0, at: 5)
    #expect(abs((time.secondsLeft(at: 5) ?? 0) - 15) < 1e-6)
  }

  @Test func `the remaining time uses the measured cost of each format`() {
    let (slow, fast) = (Self.cost(seconds: 10, .vorbis), Self.cost(seconds: 10, .flac))
    var time = RemainingTime([slow, fast, slow, fast], width: 1)
    // Vorbis takes twice as long as expected, FLAC half as long.
    time.begin(0, [slow], at: 0)
    time.end(0, at: 20)
    time.begin(1, [fast], at: 20)
    time.end(1, at: 25)
    #expect(abs((time.secondsLeft(at: 25) ?? 0) - 25) < 1e-6)
  }

  @Test func `the remaining time includes the limit of deferred recordings`() {
    let cost = Self.cost(seconds: 0.1)
    var time = RemainingTime([cost, cost], width: 1)
    time.begin(0, [cost], at: 0)
    time.putBack(0, of: 0, seconds: 10, at: 1)
    time.begin(1, [cost], at: 1)
    time.reach(0.5, of: 1, at: 2)
    #expect(abs((time.secondsLeft(at: 2) ?? 0) - 11) < 1e-6)
    time.end(1, at: 3)
    time.begin(0, [cost], at: 3)
    #expect(abs((time.secondsLeft(at: 6) ?? 0) - 7) < 1e-6)
    time.end(0, at: 13)
    #expect(time.secondsLeft(at: 13) == nil)
  }

  @Test func `the remaining time of an overdue recording is not zero`() {
    let cost = Self.cost(seconds: 1)
    var time = RemainingTime([cost, cost], width: 1)
    time.begin(0, [cost], at: 0)
    time.end(0, at: 1)
    time.begin(1, [cost], at: 1)
    #expect(time.secondsLeft(at: 21) ?? 0 > 1)
  }

  @Test func `the remaining time counts a restarted recording from its beginning`() {
    let cost = Self.cost(seconds: 100)
    var time = RemainingTime([cost], width: 1)
    time.begin(0, [cost], at: 0)
    time.reach(0.8, of: 0, at: 8)
    time.reach(0.1, of: 0, at: 9)
    #expect(abs((time.secondsLeft(at: 9) ?? 0) - 9) < 1e-6)
  }

  @Test func `the remaining time follows the throughput of a slow disk`() {
    let cost = Self.cost(seconds: 10)
    var time = RemainingTime([cost], width: 1)
    time.begin(0, [cost], at: 0)
    // Reading takes ten times as long as decoding.
    for moment in 1...100 {
      time.note(busy: 0, at: Double(moment))
      time.read(cost.bytes * moment / 100, of: 0, at: Double(moment))
      if moment == 50 { #expect(abs((time.secondsLeft(at: 50) ?? 0) - 50) < 1) }
    }
    // From here on all data is in the page cache.
    for moment in 101...105 { time.note(busy: Double(moment - 100), at: Double(moment)) }
    time.reach(0.5, of: 0, at: 105)
    #expect(abs((time.secondsLeft(at: 105) ?? 0) - 5) < 1)
  }

  @Test func `the remaining time ignores the disk while threads compute`() {
    let cost = Self.cost(seconds: 10)
    var time = RemainingTime([cost, cost], width: 1)
    time.begin(0, [cost], at: 0)
    for moment in 1...8 {
      time.note(busy: Double(moment) * 0.9, at: Double(moment))
      // All bytes are read at the beginning.
      time.read(moment < 3 ? cost.bytes / 100 : cost.bytes, of: 0, at: Double(moment))
      time.reach(Double(moment) / 10, of: 0, at: Double(moment))
    }
    #expect(abs((time.secondsLeft(at: 8) ?? 0) - 12) < 0.5)
  }
}
