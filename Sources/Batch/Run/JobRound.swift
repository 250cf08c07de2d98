/// Works off the jobs of a run: at most so many turns at once, outcomes handled one by one.
struct JobRound {
  let tools: ScanTools
  /// Without threads of their own, jobs are done on the caller's.
  let threads: JobThreads?
  let width: Int

  /// Performs all jobs; `handle` hears of each outcome and says whether to go on.
  func perform(_ jobs: [RecordingJob], _ handle: (JobResult) -> Bool) async {
    var waiting = RecordingTurns(jobs)
    var parked = ParkedJobs()
    await withTaskGroup(of: [JobResult].self) { group in
      var (flying, goesOn) = (0, true)
      while true {
        while goesOn, flying < width, let jobs = parked.ready().map({ [$0] }) ?? waiting.next() {
          flying += 1
          let turn = RecordingTurn(tools: tools, jobs: jobs)
          group.addTask(executorPreference: threads) { turn.perform() }
        }
        guard let results = await group.next() else { break }
        flying -= 1
        for result in results {
          if case .parked(let job, let digest) = result {
            parked.park(job, digest)
          } else if !handle(result) {
            goesOn = false
          }
        }
        // Whatever has ended may have been what a parked job waits for.
        parked.release { tools.inFlight.isFree($0) || flying == 0 }
      }
    }
  }
}
