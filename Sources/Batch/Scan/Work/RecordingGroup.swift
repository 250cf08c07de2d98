import Decoding
import WavethumbLibrary
import WavethumbSystem

/// Decodes and draws the recordings of a plan in one task group.
///
/// The parent task owns the schedule and hears of each step; a child opens, decodes and draws, and
/// shares nothing that changes. Children block in calls of the kernel, so they run on threads made
/// for that.
// The group begins when the whole library is listed, so that the longest recordings can come first.
// The first picture of 1,000,000 new recordings is there after 1.9 s, where `find` takes 1.8 s to list
// them: decoding during the crawl would gain no more than that, in a run of minutes.
struct RecordingGroup {
  let plan: ScanPlan
  let context: ScanContext
  let threads: RunThreads

  /// Performs all jobs; `finished` gets each result on the parent task. Returns why the run cannot
  /// continue, or nil.
  func perform(
    _ finished: (RecordingJob, RecordingResult) -> Void
  ) async -> RunFailure? {
    let width = context.reader.width
    // As many run at once as the executor has threads. One more waits for the first thread that is
    // free, so that it need not wait for the parent: 20,000 tiny recordings took 8 % longer without.
    // More would only wait with files open.
    let started = width + 1
    var schedule = JobSchedule(plan.jobs, width: width, batch: context.batch)
    return await withTaskGroup(of: [JobStep].self) { group in
      var running = 0
      var failure: RunFailure?
      while true {
        while running < started, !group.isCancelled {
          let jobs = schedule.next(whileRunning: running)
          guard let first = jobs.first else { break }
          let share = schedule.share(of: first)
          let task = RecordingTask(
            jobs: jobs,
            firstTrySeconds: share.map { share in share * context.reader.pool.timeout },
            plan: plan,
            context: context
          )
          group.addTask(executorPreference: threads.decoding) {
            await task.perform()
          }
          running += 1
        }
        // Nil once no child is left; unless the group was cancelled, no job is left either.
        guard let steps = await group.next() else { break }
        running -= 1
        for step in steps {
          schedule.apply(step)
          switch step {
          case .finished(let job, let result):
            finished(job, result)
          case .stopped(let reason):
            failure = failure ?? reason
            group.cancelAll()
          case .later:
            break
          }
        }
      }
      return failure
    }
  }
}
