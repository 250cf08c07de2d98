import Codecs
import Testing

@testable import Decoding

@Suite struct WorkerTimeLimitTests {
  @Test func `computing without progress ends after the limit`() {
    // A worker has computed for others before: its clock does not begin at 0.
    var limit = WorkerTimeLimit(seconds: 10, maximum: 1000)
    #expect(limit.excess(processorTime: 100, elapsed: 0.1) == nil)
    #expect(limit.excess(processorTime: 109.9, elapsed: 0.1) == nil)
    #expect(limit.excess(processorTime: 110, elapsed: 0.1) == .timedOut(beforeSound: false))
  }

  // On a busy machine, a loop without end must not be taken for a slow disk.
  @Test func `a worker that computes a little at a time does not wait`() {
    var limit = WorkerTimeLimit(seconds: 1, maximum: 1000)
    var steps = 0
    // A twenty-fifth of a processor: 4 ms in each tenth of a second.
    while limit.excess(processorTime: Double(steps) * 0.004, elapsed: 0.1) == nil {
      steps += 1
    }
    // A second of processor time, and not ten seconds of waiting.
    #expect((249...252).contains(steps))
    #expect(
      limit.excess(processorTime: Double(steps) * 0.004, elapsed: 0.1)
        == .timedOut(beforeSound: false)
    )
  }

  @Test func `progress restarts the limit`() {
    var limit = WorkerTimeLimit(seconds: 10, maximum: 1000)
    limit.observe(progress: 1, processorTime: 9)
    #expect(limit.excess(processorTime: 18, elapsed: 0.1) == nil)
    // The same number again is no progress.
    limit.observe(progress: 1, processorTime: 18.5)
    #expect(limit.excess(processorTime: 19, elapsed: 0.1) == .timedOut(beforeSound: false))
  }

  @Test func `the first samples have a fifth of the limit`() {
    var silent = WorkerTimeLimit(seconds: 30, maximum: 1000, opensAtOnce: true)
    #expect(silent.excess(processorTime: 0, elapsed: 0.1) == nil)
    // Reading blocks yields no samples yet, but counts as progress.
    silent.observe(progress: 1, processorTime: 5)
    // A fifth of 30 s, counted from 5 s.
    #expect(silent.excess(processorTime: 10.9, elapsed: 0.1) == nil)
    #expect(silent.excess(processorTime: 11, elapsed: 0.1) == .timedOut(beforeSound: true))

    var heard = WorkerTimeLimit(seconds: 30, maximum: 1000, opensAtOnce: true)
    heard.observe(progress: 1, hasSound: true, processorTime: 0)
    #expect(heard.excess(processorTime: 29, elapsed: 0.1) == nil)
    #expect(heard.excess(processorTime: 30, elapsed: 0.1) == .timedOut(beforeSound: false))
  }

  @Test(arguments: [
    (0.3, 0.3),
    (2, 2),
    (9, 2),
    (10, 2),
    (30, 6),
    (600, 120),
  ])
  func `the first samples have at least two seconds`(
    allowed: Double,
    opening: Double
  ) {
    #expect(WorkerTimeLimit.openingSeconds(of: allowed) == opening)
  }

  @Test func `waiting has ten times the limit`() {
    var limit = WorkerTimeLimit(seconds: 1, maximum: 1000)
    // 99 tenths of a second are just below 10 seconds; the sum of a hundred may be rounded to either
    // side.
    for _ in 0..<99 {
      #expect(limit.excess(processorTime: 0, elapsed: 0.1) == nil)
    }
    _ = limit.excess(processorTime: 0, elapsed: 0.1)
    #expect(limit.excess(processorTime: 0, elapsed: 0.1) == .stalled)
  }

  @Test func `a machine that slept did not wait`() {
    var limit = WorkerTimeLimit(seconds: 1, maximum: 1000)
    // An hour between two looks, which are a tenth of a second apart while the process runs.
    #expect(limit.excess(processorTime: 0, elapsed: 3600) == nil)
  }

  @Test
  func `a worker with endless progress ends at the total limit`() {
    var computing = WorkerTimeLimit(seconds: 10, maximum: 60)
    var waiting = WorkerTimeLimit(seconds: 10, maximum: 60)
    var spent = 0
    var waited = 0
    // 1,000 s in tenths, more than either may take.
    for step in 1...10_000 {
      let time = Double(step) / 10
      computing.observe(progress: UInt64(step), processorTime: time)
      waiting.observe(progress: UInt64(step), processorTime: 0)
      if computing.excess(processorTime: time, elapsed: 0.1) == nil {
        spent = step
      }
      if waiting.excess(processorTime: 0, elapsed: 0.1) == nil {
        waited = step
      }
    }
    // 60 s in tenths of a second, and ten times that of waiting. Sums of tenths are rounded.
    #expect((590...601).contains(spent))
    #expect((5990...6001).contains(waited))
  }

  @Test
  func `the total limit covers all samples that bytes or hours allow`() {
    // 60 s to open a file. Then its samples at a million a second: four billion that are free, and 1,000
    // for each of 2^20 bytes, make 5,048.576 s. Or a tenth of the hours that are allowed.
    var request = DecodeRequest()
    #expect(DecodeQuestion.whole(request).maximumSeconds(ofBytes: 1 << 20) == 60 + 5048.576)
    request.limits.hours = 1
    #expect(DecodeQuestion.whole(request).maximumSeconds(ofBytes: 1 << 20) == 60 + 360)
    #expect(DecodeQuestion.stream(request).maximumSeconds(ofBytes: nil) == 60 + 360)
  }
}
