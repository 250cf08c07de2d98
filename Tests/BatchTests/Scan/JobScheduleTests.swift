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

  // All of one content: the schedule asks for the digest only, and any file will do.
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

  /// What the next child of the task group does, and to which jobs.
  private enum Turn: Equatable {
    case open([Int])
    case decode([Int])
    /// There is nothing for it to do.
    case wait
  }

  private static func next(_ schedule: inout JobSchedule) -> Turn {
    switch schedule.next() {
    case .open(let jobs)?: .open(jobs.map(\.index))
    case .decode(let recordings)?: .decode(recordings.map(\.job.index))
    case nil: .wait
    }
  }

  @Test func `short recordings are batched, but fewer towards the end`() {
    var jobs = (0..<30).map { index in Self.job(index) }
    for index in 2..<20 {
      jobs[index].flags.insert(.batchable)
    }
    var schedule = JobSchedule(jobs, width: 1)
    // Two that are not short, eighteen that are, and ten that are not. A batch has eight at most, and half
    // of the rest.
    for batch in [0..<1, 1..<2, 2..<10, 10..<18, 18..<20] {
      #expect(Self.next(&schedule) == .open(Array(batch)))
    }
    for single in 20..<30 {
      #expect(Self.next(&schedule) == .open([single]))
    }
    #expect(Self.next(&schedule) == .wait)
  }

  @Test func `an identified recording is decoded before any other is opened`() throws {
    let jobs = (1...3).map { Self.job($0) }
    var schedule = JobSchedule(jobs, width: 2)
    #expect(Self.next(&schedule) == .open([1]))
    schedule.apply(try Self.identified(jobs[0]))
    #expect(Self.next(&schedule) == .decode([1]))
    // The other way round, each job would hold an open file, and a large library more than are allowed.
    #expect(Self.next(&schedule) == .open([2]))
  }

  @Test func `a second job of one content waits until the first has ended`() throws {
    let jobs = (1...3).map { Self.job($0) }
    var schedule = JobSchedule(jobs, width: 2)
    #expect(Self.next(&schedule) == .open([1]))
    #expect(Self.next(&schedule) == .open([2]))

    schedule.apply(try Self.identified(jobs[0]))
    #expect(Self.next(&schedule) == .decode([1]))
    schedule.apply(try Self.identified(jobs[1]))
    // Other jobs run first.
    #expect(Self.next(&schedule) == .open([3]))
    #expect(Self.next(&schedule) == .wait)

    schedule.apply(Self.finished(jobs[0]))
    // It is opened again, as its file may have changed since.
    #expect(Self.next(&schedule) == .open([2]))
    #expect(Self.next(&schedule) == .wait)
  }

  @Test func `a job that was put off comes last, with all the time that it needs`() {
    let jobs = (1...3).map { Self.job($0) }
    var schedule = JobSchedule(jobs, width: 1)
    #expect(Self.next(&schedule) == .open([1]))
    #expect(schedule.firstTryShare(of: jobs[0]) != nil)

    schedule.apply(.putOff(jobs[0]))
    #expect(Self.next(&schedule) == .open([2]))
    #expect(Self.next(&schedule) == .open([3]))

    guard case .open(let again)? = schedule.next() else {
      Issue.record("the job is not tried again")
      return
    }
    #expect(again.map(\.index) == [1])
    // Without a share of its own, it has the whole limit of time.
    #expect(schedule.firstTryShare(of: again[0]) == nil)
    #expect(Self.next(&schedule) == .wait)
  }

  @Test func `a file that has changed is opened once more, at once`() {
    let jobs = (1...2).map { Self.job($0) }
    var schedule = JobSchedule(jobs, width: 1)
    #expect(Self.next(&schedule) == .open([1]))
    schedule.apply(.changed(jobs[0]))
    guard case .open(let again)? = schedule.next() else {
      Issue.record("the job is not tried again")
      return
    }
    #expect(again.map(\.index) == [1])
    // A file that is always written to would otherwise be opened for ever.
    #expect(again[0].flags.contains(.hasChanged))
    #expect(Self.next(&schedule) == .open([2]))
  }
}
