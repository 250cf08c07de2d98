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
}
