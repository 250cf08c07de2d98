import Testing

@testable import Batch

@Suite struct `The remaining time` {
  /// Ten times a second, like the meter.
  private static let tick = 0.1

  /// Returns the seconds left at each tick of a run, by the work that is done after some seconds.
  private func lines(of all: Double, seconds: Double, done: (Double) -> Double) -> [Double?] {
    var time = RemainingTime()
    return (0...Int(seconds / Self.tick)).map { tick in
      let now = Double(tick) * Self.tick
      return time.secondsLeft(done: done(now), of: all, at: now + 1000)
    }
  }

  @Test func `the remaining time is unknown at the start, without work, and at the end`() {
    let lines = lines(of: 10, seconds: 12) { $0 < 1 ? 0 : min(10, $0 - 1) }
    #expect(lines[..<20].allSatisfy { $0 == nil })
    #expect(lines[25...109].allSatisfy { $0 != nil })
    #expect(lines[110...].allSatisfy { $0 == nil })
    #expect(self.lines(of: 10, seconds: 60) { _ in 0 }.allSatisfy { $0 == nil })
  }

  @Test func `steady work has the exact remaining time`() {
    for (second, left) in zip(0..., lines(of: 100, seconds: 99) { $0 }) {
      guard let left else { continue }
      #expect(abs(left - (100 - Double(second) * Self.tick)) < 1e-6)
    }
  }

  /// Eight threads do pieces of work that take some seconds each, on some threads longer than on others.
  @Test(arguments: [0.1, 1, 7, 30, 60])
  func `the remaining time never jumps by more than half between two lines of steady work`(
    piece: Double
  ) {
    let threads = 8.0
    let all = threads * 600
    let lines = lines(of: all, seconds: 800) { now in
      var done = 0.0
      for thread in 0..<Int(threads) {
        let length = piece * (1 + Double(thread * 3 % Int(threads)) * 0.05)
        done += (now / length).rounded(.down) * piece
      }
      return min(all, done)
    }
    // A terminal shows each tick, a log one line a minute.
    for between in [1, 600] {
      for (before, after) in zip(lines, lines.dropFirst(between)) {
        guard let before, let after else { continue }
        let passed = Double(between) * Self.tick
        let expected = before - passed
        guard expected > 60 else { continue }
        #expect(abs(after - expected) <= expected / 2)
      }
    }
  }

  @Test func `work that becomes slower is noticed`() {
    let lines = lines(of: 1000, seconds: 300) { min($0, 100) + max(0, $0 - 100) / 4 }
    #expect(abs((lines[1000] ?? 0) - 900) < 1)
    // 150 of 1000 are done, the rest takes 4 seconds each.
    let left = lines[3000] ?? 0
    #expect(left > 2700 && left < 3500)
  }

  @Test func `a stalled recording does not reach zero`() {
    let lines = lines(of: 10, seconds: 60) { min($0, 5) }
    #expect((lines[600] ?? 0) > 5)
  }
}
