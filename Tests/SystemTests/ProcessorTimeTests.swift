import Glibc
import Testing

@testable import WavethumbSystem

@Suite struct `Processor time` {
  @Test func `processor time grows with computing`() {
    let before = ProcessorTime.own
    while ProcessorTime.own < before + 0.02 {}
    #expect(ProcessorTime.own >= before + 0.02)
  }

  @Test func `processor time of a process is that of its first thread`() throws {
    let first = try #require(ProcessorTime.runningOrQueued(by: getpid()))
    #expect(first > 0)
    #expect(first < MonotonicClock.seconds)
    #expect(ProcessorTime.runningOrQueued(by: -1) == nil)
    #expect(ProcessorTime.runningOrQueued(by: .max) == nil)
  }
}
