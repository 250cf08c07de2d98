import Testing

@testable import Batch

@Suite struct `Threads that share a disk` {
  private typealias Load = ThreadsAndDisk.Load

  @Test func `take what is longest first, and the next when they are free`() {
    var work = ThreadsAndDisk(width: 2, bytesPerSecond: nil)
    work.queue = [Load(5, bytes: 1e9), Load(3, bytes: 1e9), Load(3, bytes: 1e9)]
    #expect(abs(work.seconds - 6) < 1e-6)
  }

  @Test func `wait for the bytes where the disk is slower`() {
    var work = ThreadsAndDisk(width: 2, bytesPerSecond: 10)
    work.inHand = [Load(1, bytes: 100), Load(1, bytes: 100)]
    #expect(abs(work.seconds - 20) < 1e-6)
  }

  @Test func `get no more of the disk than they want`() {
    var work = ThreadsAndDisk(width: 2, bytesPerSecond: 10)
    // The first computes for 20 seconds and wants 2 bytes in each; the second gets the other 8.
    work.inHand = [Load(20, bytes: 40), Load(1, bytes: 80)]
    #expect(abs(work.seconds - 20) < 1e-6)
    work.queue = [Load(1, bytes: 80)]
    #expect(abs(work.seconds - 20) < 1e-6)
    work.queue = [Load(1, bytes: 180)]
    // 8 bytes for each of ten seconds, and then all 10.
    #expect(abs(work.seconds - 30) < 1e-6)
  }

  @Test func `that are free do what all of them share`() {
    var work = ThreadsAndDisk(width: 4, bytesPerSecond: nil)
    work.inHand = [Load(10)]
    work.spread = Load(12)
    #expect(abs(work.seconds - 10) < 1e-6)
    work.spread = Load(34)
    #expect(abs(work.seconds - 11) < 1e-6)
  }

  @Test func `compute after they have read, where all is read first`() {
    var work = ThreadsAndDisk(width: 1, bytesPerSecond: 10)
    work.inHand = [Load(0, bytes: 100, after: 5)]
    #expect(abs(work.seconds - 15) < 1e-4)
  }

  @Test func `have nothing to do at the end`() {
    var work = ThreadsAndDisk(width: 3, bytesPerSecond: 1)
    #expect(work.seconds == 0)
    work.inHand = [Load(0), Load(-1, bytes: -1)]
    work.queue = [Load(0)]
    #expect(work.seconds == 0)
  }
}
