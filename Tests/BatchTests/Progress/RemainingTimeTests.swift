import Testing

@testable import WavethumbBatch

@Suite struct `The time left` {
  /// Notes work every tenth of a second from `begin` to `end`.
  private static func work(
    _ time: inout RemainingTime,
    from begin: Double,
    to end: Double,
    done: (Double) -> Double
  ) {
    for tick in Int(begin * 10)...Int(end * 10) {
      let now = Double(tick) / 10
      time.record(work: done(now), at: now)
    }
  }

  @Test func `steady work ends when it is expected to`() {
    var time = RemainingTime()
    Self.work(&time, from: 20, to: 60) { 3 * ($0 - 20) }
    // 600 units at 3 a second take 200 seconds, 40 of which are over.
    let left = time.secondsLeft(of: 600, at: 60)
    // Sums of tenths are rounded, and nothing else.
    #expect(abs((left ?? 0) - 160) < 1e-6)
  }

  @Test func `it is unknown at the start, without progress and at the end`() {
    var time = RemainingTime()
    // The first files of a run say little about the rest.
    let atStart = time.secondsLeft(of: 100, at: 0)
    #expect(atStart == nil)
    Self.work(&time, from: 0, to: 1.5) { $0 }
    let early = time.secondsLeft(of: 100, at: 1.5)
    #expect(early == nil)

    var stuck = RemainingTime()
    Self.work(&stuck, from: 0, to: 10) { _ in 0 }
    let withoutProgress = stuck.secondsLeft(of: 100, at: 10)
    #expect(withoutProgress == nil)

    Self.work(&time, from: 1.6, to: 100) { $0 }
    let atEnd = time.secondsLeft(of: 100, at: 100)
    #expect(atEnd == nil)
  }

  @Test func `it follows a lasting change of speed`() {
    var time = RemainingTime()
    // One unit a second for a minute, and ten for three.
    Self.work(&time, from: 0, to: 60) { $0 }
    _ = time.secondsLeft(of: 2860, at: 60)
    Self.work(&time, from: 60.1, to: 240) { 60 + 10 * ($0 - 60) }
    for line in 0..<20 {
      _ = time.secondsLeft(of: 2860, at: 238 + Double(line) / 10)
    }
    // 1,000 units at 10 a second. A line changes by a quarter at most, so that several are needed to follow.
    // The rate is that of about the last quarter of a run: some of the slow minute is left in it, hence 15 s.
    let done = 60.0 + 10 * 180
    let left = time.secondsLeft(of: done + 1000, at: 240)
    #expect(abs((left ?? 0) - 100) < 15)
  }

  @Test func `it never jumps by more than half while work comes in bursts`() {
    var time = RemainingTime()
    var last: Double?
    var changes = 0
    for tick in 0...3000 {
      let now = Double(tick) / 10
      // Nothing for four seconds, then five seconds' worth at once.
      time.record(work: (now / 5).rounded(.down) * 5, at: now)
      guard let left = time.secondsLeft(of: 600, at: now) else { continue }
      // Within the first bursts, the rate is that of one or two of them.
      if let last, now > 15 {
        #expect(abs(left - last) <= last / 2)
        changes += left == last ? 0 : 1
      }
      last = left
    }
    // A line that is never shown, or always the same, would never jump either.
    #expect(changes > 1000)
  }
}
