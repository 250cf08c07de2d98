import Glibc
import Testing

@testable import System

@Suite struct `The time of a processor` {
  @Test func `goes by where something is computed`() {
    let before = ProcessorTime.own
    while ProcessorTime.own < before + 0.02 {}
    #expect(ProcessorTime.own >= before + 0.02)
  }

  @Test func `of a process is that of its first thread, and of none that is gone`() throws {
    let first = try #require(ProcessorTime.wanted(by: getpid()))
    #expect(first > 0)
    #expect(first < MonotonicClock.seconds)
    #expect(ProcessorTime.wanted(by: -1) == nil)
    #expect(ProcessorTime.wanted(by: .max) == nil)
  }
}
