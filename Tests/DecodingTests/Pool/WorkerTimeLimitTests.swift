import Codecs
import Testing

@testable import Decoding

@Suite struct WorkerTimeLimitTests {
  @Test func `computing without progress is ended after its seconds`() {
    var patience = WorkerTimeLimit(seconds: 10, longest: 1000)
    #expect(patience.verdict(processorTime: 100, elapsed: 0.1) == .goOn)
    #expect(patience.verdict(processorTime: 109.9, elapsed: 0.1) == .goOn)
    #expect(patience.verdict(processorTime: 110, elapsed: 0.1) == .spent)
  }

  @Test func `progress starts the count anew`() {
    var patience = WorkerTimeLimit(seconds: 10, longest: 1000)
    patience.observe(progress: 1, processorTime: 9)
    #expect(patience.verdict(processorTime: 18, elapsed: 0.1) == .goOn)
    patience.observe(progress: 1, processorTime: 18.5)
    #expect(patience.verdict(processorTime: 19, elapsed: 0.1) == .spent)
  }

  @Test func `waiting is given ten times as long`() {
    var patience = WorkerTimeLimit(seconds: 1, longest: 1000)
    for _ in 0..<99 { #expect(patience.verdict(processorTime: 0, elapsed: 0.1) == .goOn) }
    _ = patience.verdict(processorTime: 0, elapsed: 0.1)
    #expect(patience.verdict(processorTime: 0, elapsed: 0.1) == .waited)
  }

  @Test func `a machine that slept did not wait`() {
    var patience = WorkerTimeLimit(seconds: 1, longest: 1000)
    #expect(patience.verdict(processorTime: 0, elapsed: 3600) == .goOn)
  }

  @Test
  func `a worker that always gets on is ended once it has had the time of all that is allowed`() {
    var computing = WorkerTimeLimit(seconds: 10, longest: 60)
    var waiting = WorkerTimeLimit(seconds: 10, longest: 60)
    var (spent, waited) = (0, 0)
    for step in 1...10_000 {
      let time = Double(step) / 10
      computing.observe(progress: UInt64(step), processorTime: time)
      waiting.observe(progress: UInt64(step), processorTime: 0)
      if computing.verdict(processorTime: time, elapsed: 0.1) == .goOn { spent = step }
      if waiting.verdict(processorTime: 0, elapsed: 0.1) == .goOn { waited = step }
    }
    #expect((590...601).contains(spent))
    #expect((5990...6001).contains(waited))
  }

  @Test
  func `the time limit is that of all samples that the bytes or the hours can have`() {
    var request = DecodeRequest()
    #expect(DecodeQuestion.whole(request).longestSeconds(ofBytes: 1 << 20) == 60 + 5048.576)
    request.limits.hours = 1
    #expect(DecodeQuestion.whole(request).longestSeconds(ofBytes: 1 << 20) == 60 + 360)
    #expect(DecodeQuestion.stream(request).longestSeconds(ofBytes: nil) == 60 + 360)
  }
}
