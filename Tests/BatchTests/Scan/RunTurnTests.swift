import System
import Testing

@testable import Batch

@Suite struct `The turns of a run` {
  @Test func `take short recordings together and all others alone`() {
    var jobs = (0..<30).map { RecordingJob(index: $0, path: "a.wav") }
    for index in 2..<20 { jobs[index].isShort = true }
    let turns = RecordingTurns(jobs).map { $0.map(\.index) }
    #expect(turns.joined().elementsEqual(0..<30))
    #expect(turns.map(\.count) == [1, 1, 8, 8, 2] + Array(repeating: 1, count: 10))
  }
}
