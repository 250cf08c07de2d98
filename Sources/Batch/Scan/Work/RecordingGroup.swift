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
    return await withTaskGroup(of: [JobEvent].self) { group in
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

/// The work of one child task of a run: opens recordings, decodes and draws them, and returns a
/// step for each.
struct RecordingTask: Sendable {
  let jobs: [RecordingJob]
  /// The seconds that a recording may take without progress; nil for as long as the timeout.
  let firstTrySeconds: Double?
  let plan: ScanPlan
  let context: ScanContext

  func perform() async -> [JobEvent] {
    var steps: [JobEvent] = []
    var opened: [OpenRecording] = []
    for job in jobs {
      switch recordingWork(on: job).open() {
      case .ended(let step): steps.append(step)
      case .opened(let recording): opened.append(recording)
      }
    }
    return steps + (await decode(opened))
  }

  private func decode(_ recordings: [OpenRecording]) async -> [JobEvent] {
    if recordings.count > 1 { return decodeSequentially(recordings) }
    guard let recording = recordings.first else { return [] }
    let work = recordingWork(on: recording.job)
    return [await work.decode(recording, firstTrySeconds: firstTrySeconds)]
  }

  /// Decodes several short recordings with the same worker.
  // Waking a worker takes as long as decoding one of them: see `ShortRecordings`.
  private func decodeSequentially(_ recordings: [OpenRecording]) -> [JobEvent] {
    var steps: [JobEvent] = []
    context.reader.pool.decode(
      sequentially: recordings.map { recording in recording.file.number },
      request: context.reader.request,
      within: firstTrySeconds,
      holdsAnswers: context.covers != nil,
      cancel: context.interruption.descriptor
    ) { index, result in
      let recording = recordings[index]
      let read = ReadRecording.decodingAgain(
        result,
        of: recording.file.number,
        with: context.reader.ffmpeg,
        if: context.reader.retry(of: plan.path(recording.job))
      )
      let work = recordingWork(on: recording.job)
      steps.append(work.finish(recording, read, isFirstTry: firstTrySeconds != nil))
    }
    return steps
  }

  private func recordingWork(on job: RecordingJob) -> RecordingWork {
    RecordingWork(job, of: plan, with: context)
  }
}

/// What a child task of a run reports about one job; the parent answers with the next child.
enum JobEvent: Sendable {
  case finished(RecordingJob, RecordingResult)
  /// To be opened again after all first tries: its file has changed while it was read, it made no
  /// progress within the time of a first try, or another child is decoding the same content.
  case later(RecordingJob)
  /// A signal arrived, or the run cannot continue.
  case stopped(RunFailure?)
}
