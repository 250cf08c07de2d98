/// Works off the jobs of a run: at most so many at once, outcomes handled one by one.
struct JobRound {
  let tools: ScanTools
  let threads: JobThreads
  let width: Int

  /// Performs all jobs; `handle` hears of each outcome and says whether to go on.
  func perform(
    _ jobs: some Sequence<RecordingJob>, _ handle: (JobResult) -> Bool
  ) async {
    var waiting = jobs.makeIterator()
    var parked = ParkedJobs()
    await withTaskGroup(of: JobResult.self) { group in
      var (flying, goesOn) = (0, true)
      while true {
        while goesOn, flying < width, let job = parked.ready() ?? waiting.next() {
          flying += 1
          let work = RecordingWork(tools: tools, job: job)
          group.addTask(executorPreference: threads) { work.perform() }
        }
        guard let result = await group.next() else { break }
        flying -= 1
        if case .parked(let job, let digest) = result {
          parked.park(job, digest)
        } else {
          if !handle(result) { goesOn = false }
        }
        // Whatever has ended may have been what a parked job waits for.
        parked.release { tools.inFlight.isFree($0) || flying == 0 }
      }
    }
  }
}
