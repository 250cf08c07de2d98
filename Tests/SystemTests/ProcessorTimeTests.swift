import Glibc
import Testing

@testable import WavethumbSystem

@Suite struct `Processor time` {
  @Test func `processor time grows with computing`() {
    let before = ProcessorTime.own
    let start = Self.secondsOfThisThread
    while Self.secondsOfThisThread < start + 0.02 {}
    // Half of it, since some kernels count the time of a process in ticks of up to 10 ms.
    #expect(ProcessorTime.own >= before + 0.01)
  }

  /// The processor time of the calling thread, by another clock than the one under test.
  private static var secondsOfThisThread: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  @Test func `processor time of a process is that of its first thread`() throws {
    let first = try #require(ProcessorTime.runningOrQueued(by: getpid()))
    #expect(first > 0)
    // The clock counts from the start of the machine: a field of another unit would be beyond it.
    #expect(first < MonotonicClock.seconds)
    // No process has these numbers, as that of a worker that has ended and was reaped.
    #expect(ProcessorTime.runningOrQueued(by: -1) == nil)
    #expect(ProcessorTime.runningOrQueued(by: .max) == nil)
  }
}
