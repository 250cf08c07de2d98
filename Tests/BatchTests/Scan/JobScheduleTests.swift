import Decoding
import Testing
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch

@Suite struct `The job schedule` {
  private static func job(_ index: Int) -> RecordingJob {
    RecordingJob(index: index, JobCost("a.wav", bytes: 1, isKnown: false))
  }

  private static func finished(_ job: RecordingJob) -> JobEvent {
    .finished(job, RecordingResult("a.wav", .decoding(.changed)))
  }

  /// The jobs of the next child of the task group.
  private static func next(
    _ schedule: inout JobSchedule,
    whileRunning running: Int = 1
  ) -> [Int] {
    schedule.next(whileRunning: running).map(\.index)
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
      #expect(Self.next(&schedule) == Array(batch))
    }
    for single in 20..<30 {
      #expect(Self.next(&schedule) == [single])
    }
    #expect(Self.next(&schedule) == [])
  }

  // A copy is then found in the cache, and a file on which a decoder hangs holds up nothing.
  @Test func `what has to wait is opened again once all first tries have ended`() {
    let jobs = (1...3).map { Self.job($0) }
    var schedule = JobSchedule(jobs, width: 2)
    #expect(Self.next(&schedule) == [1])
    #expect(schedule.share(of: jobs[0]) != nil)
    #expect(Self.next(&schedule) == [2])
    schedule.apply(.later(jobs[0]))
    #expect(Self.next(&schedule) == [3])
    schedule.apply(.later(jobs[2]))
    // The child that has the second job still runs.
    #expect(Self.next(&schedule) == [])
    schedule.apply(Self.finished(jobs[1]))

    let again = schedule.next(whileRunning: 0)
    #expect(again.map(\.index) == [1])
    // It has the whole limit of time, and waits no second time.
    #expect(schedule.share(of: again[0]) == nil)
    #expect(again[0].flags.contains(.secondTry))
    #expect(Self.next(&schedule) == [3])
    #expect(Self.next(&schedule, whileRunning: 0) == [])
  }

  // A good copy came after six files on each of which a decoder hung for two seconds.
  @Test func `copies come before what hung`() {
    var jobs = (1...4).map { Self.job($0) }
    jobs[2].flags.insert(.copy)
    jobs[3].flags.insert(.copy)
    var schedule = JobSchedule(jobs, width: 2)
    for job in jobs {
      #expect(Self.next(&schedule) == [job.index])
      schedule.apply(.later(job))
    }
    let order = (0..<4).flatMap { _ in Self.next(&schedule, whileRunning: 0) }
    #expect(order == [3, 4, 1, 2])
  }
}
