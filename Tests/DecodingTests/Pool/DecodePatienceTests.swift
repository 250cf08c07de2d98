import Testing

@testable import Decoding

@Suite struct DecodePatienceTests {
  @Test func `computing without progress is ended after its seconds`() {
    var patience = WorkerPatience(seconds: 10)
    #expect(patience.verdict(processorTime: 100, elapsed: 0.1) == .goOn)
    #expect(patience.verdict(processorTime: 109.9, elapsed: 0.1) == .goOn)
    #expect(patience.verdict(processorTime: 110, elapsed: 0.1) == .spent)
  }

  @Test func `progress starts the count anew`() {
    var patience = WorkerPatience(seconds: 10)
    patience.observe(progress: 1, processorTime: 9)
    #expect(patience.verdict(processorTime: 18, elapsed: 0.1) == .goOn)
    patience.observe(progress: 1, processorTime: 18.5)
    #expect(patience.verdict(processorTime: 19, elapsed: 0.1) == .spent)
  }

  @Test func `waiting is given ten times as long`() {
    var patience = WorkerPatience(seconds: 1)
    for _ in 0..<99 { #expect(patience.verdict(processorTime: 0, elapsed: 0.1) == .goOn) }
    _ = patience.verdict(processorTime: 0, elapsed: 0.1)
    #expect(patience.verdict(processorTime: 0, elapsed: 0.1) == .waited)
  }

  @Test func `a machine that slept did not wait`() {
    var patience = WorkerPatience(seconds: 1)
    #expect(patience.verdict(processorTime: 0, elapsed: 3600) == .goOn)
  }
}
