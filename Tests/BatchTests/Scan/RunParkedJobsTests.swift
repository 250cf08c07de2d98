import Bytes
import System
import Testing

@testable import Batch

@Suite struct `A parked job` {
  private static let digest = ContentDigest(high: 1, low: 2)

  @Test func `waits until its content is free`() {
    var parked = ParkedJobs()
    parked.park(RecordingJob(index: 3, path: "a.wav"), Self.digest)
    parked.release { _ in false }
    #expect(parked.ready()?.index == nil)
    parked.release { $0 == Self.digest }
    #expect(parked.ready()?.index == 3)
    #expect(parked.ready()?.index == nil)
  }

  @Test func `is not lost when its content turns free while that is asked`() {
    var parked = ParkedJobs()
    parked.park(RecordingJob(index: 3, path: "a.wav"), Self.digest)
    var answers = 0
    parked.release { _ in
      answers += 1
      return answers > 1
    }
    parked.release { _ in true }
    #expect(parked.ready()?.index == 3)
  }
}
