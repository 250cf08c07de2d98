import Bytes
import System
import Testing

@testable import Batch

@Suite struct `The job queue` {
  private static let digest = ContentDigest(high: 1, low: 2)

  private static func job(_ index: Int) -> RecordingJob {
    RecordingJob(index: index, JobCost("a.wav", bytes: 1, isKnown: false))
  }

  @Test func `the queue batches short recordings and hands out others singly`() {
    var jobs = (0..<30).map { Self.job($0) }
    for index in 2..<20 { jobs[index].flags.insert(.batchable) }
    let queue = JobQueue(jobs)
    let turns = (0..<15).map { _ in queue.take().map(\.index) }
    #expect(turns.joined().elementsEqual(0..<30))
    #expect(turns.map(\.count) == [1, 1, 8, 8, 2] + Array(repeating: 1, count: 10))
  }

  @Test func `the queue hands out each content to one thread only`() {
    let queue = JobQueue([])
    #expect(queue.claim(Self.digest))
    #expect(!queue.claim(Self.digest))
    queue.release(Self.digest)
    #expect(queue.claim(Self.digest))
  }

  @Test func `the queue hands out a parked job when its content is free`() {
    let queue = JobQueue((0..<3).map { Self.job($0) })
    #expect(queue.take().map(\.index) == [0])
    #expect(queue.claim(Self.digest))
    let second = queue.take()[0]
    queue.put([.parked(second, Self.digest)])
    // Other jobs run first while another job works on the same content.
    #expect(queue.take().map(\.index) == [2])
    queue.put([.stopped(nil)])
    let given = Locked<[Int]?>(nil)
    startThread {
      let jobs = queue.take().map(\.index)
      given.withLock { $0 = jobs }
    }
    #expect(given.withLock { $0 } == nil)
    queue.release(Self.digest)
    while given.withLock({ $0 == nil }) {}
    #expect(given.withLock { $0 } == [1])
    queue.put([.stopped(nil)])
    queue.put([.stopped(nil)])
    #expect(queue.take().isEmpty)
  }
}
