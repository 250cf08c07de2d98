import Decoding
import TestSupport
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch

@Suite struct `The job schedule` {
  private static let digest = ContentDigest(high: 1, low: 2)

  private static func job(_ index: Int) -> RecordingJob {
    RecordingJob(index: index, JobCost("a.wav", bytes: 1, isKnown: false))
  }

  private static func identified(_ job: RecordingJob) throws -> JobStep {
    let file = try Folder(at: "/dev").open("null")
    let identity = try file.status("null").identity
    return .identified(
      OpenRecording(job, file: file, identity: identity, digest: digest, isDigestOurs: true)
    )
  }

  private static func finished(_ job: RecordingJob) -> JobStep {
    .finished(job, RecordingResult("a.wav", .decoding(.changed)))
  }

  /// The numbers of the jobs that the next child opens, or decodes, which are negative.
  private static func next(_ schedule: inout JobSchedule) -> [Int] {
    switch schedule.next() {
    case .open(let jobs)?: jobs.map(\.index)
    case .decode(let recordings)?: recordings.map { -$0.job.index }
    case nil: []
    }
  }

  @Test func `short recordings are batched, but fewer towards the end`() {
    var jobs = (0..<30).map { Self.job($0) }
    for index in 2..<20 {
      jobs[index].flags.insert(.batchable)
    }
    var schedule = JobSchedule(jobs, width: 1)
    let turns = (0..<15).map { _ in Self.next(&schedule) }
    #expect(turns.joined().elementsEqual(0..<30))
    // Two that are not short, eighteen that are, and ten that are not. A batch has eight at most.
    let counts = [1, 1, 8, 8, 2] + Array(repeating: 1, count: 10)
    #expect(turns.map(\.count) == counts)
    #expect(Self.next(&schedule).isEmpty)
  }

  @Test func `an identified recording is decoded before any other is opened`() throws {
    let jobs = (1...3).map { Self.job($0) }
    var schedule = JobSchedule(jobs, width: 2)
    #expect(Self.next(&schedule) == [1])
    schedule.apply(try Self.identified(jobs[0]))
    #expect(Self.next(&schedule) == [-1])
    #expect(Self.next(&schedule) == [2])
  }

  @Test func `a second job of one content waits until the first has ended`() throws {
    let jobs = (1...3).map { Self.job($0) }
    var schedule = JobSchedule(jobs, width: 2)
    #expect(Self.next(&schedule) == [1])
    #expect(Self.next(&schedule) == [2])

    schedule.apply(try Self.identified(jobs[0]))
    #expect(Self.next(&schedule) == [-1])
    schedule.apply(try Self.identified(jobs[1]))
    // Other jobs run first.
    #expect(Self.next(&schedule) == [3])
    #expect(Self.next(&schedule).isEmpty)

    schedule.apply(Self.finished(jobs[0]))
    // It is opened again, as its file may have changed since.
    #expect(Self.next(&schedule) == [2])
    #expect(Self.next(&schedule).isEmpty)
  }

  @Test func `a job that was put off comes last, with all the time that it needs`() {
    let jobs = (1...3).map { Self.job($0) }
    var schedule = JobSchedule(jobs, width: 1)
    #expect(Self.next(&schedule) == [1])
    #expect(schedule.firstTryShare(of: jobs[0]) != nil)

    schedule.apply(.putOff(jobs[0]))
    #expect(Self.next(&schedule) == [2])
    #expect(Self.next(&schedule) == [3])

    guard case .open(let again)? = schedule.next() else {
      Issue.record("the job is not tried again")
      return
    }
    #expect(again.map(\.index) == [1])
    #expect(schedule.firstTryShare(of: again[0]) == nil)
    #expect(Self.next(&schedule).isEmpty)
  }

  @Test func `a file that has changed is opened once more, at once`() {
    let jobs = (1...2).map { Self.job($0) }
    var schedule = JobSchedule(jobs, width: 1)
    #expect(Self.next(&schedule) == [1])
    schedule.apply(.changed(jobs[0]))
    guard case .open(let again)? = schedule.next() else {
      Issue.record("the job is not tried again")
      return
    }
    #expect(again.map(\.index) == [1])
    #expect(again[0].flags.contains(.hasChanged))
    #expect(Self.next(&schedule) == [2])
  }
}
