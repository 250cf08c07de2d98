/// Decides which jobs the next child task of a run does: the longest first, several short ones at
/// once, and those that have to wait after all others.
///
/// The parent task owns the schedule as a value, and learns from the steps of its children: nothing
/// here is shared, so nothing is locked.
struct JobSchedule {
  // A file on which a decoder hangs would hold a thread for the whole timeout, and a folder full of
  // them the whole run: what makes no progress in a tenth of it waits until all others are done.
  // Untuned; with the default of 10 s a first try has 1 s.
  private static let shareOfFirstTry = 0.1

  /// In the order of processing.
  private let jobs: [RecordingJob]
  private let batchSize: Int
  private let width: Int
  /// The number of jobs that were handed out from the list.
  private var handedOut = 0
  /// The jobs whose first try has ended without a result: copies first, which need no time, and what
  /// hung behind them.
  private var later: [RecordingJob] = []
  private var copies = 0
  private var isLater = false

  /// Hands out at most `batch` short recordings at once to each of `width` children.
  init(_ jobs: [RecordingJob], width: Int, batch: Int = ShortRecordings.perTask) {
    self.jobs = jobs
    self.width = max(1, width)
    batchSize = batch
  }

  /// Returns the jobs of the next child; none if there are none before another child ends, of which
  /// so many run.
  mutating func next(whileRunning running: Int) -> [RecordingJob] {
    if handedOut < jobs.count {
      let batch = nextBatch()
      handedOut = batch.endIndex
      return Array(batch)
    }
    // By then no content of a first try is being decoded: its copies are found in the cache.
    if running == 0 {
      isLater = true
    }
    guard isLater, !later.isEmpty else { return [] }
    copies = max(0, copies - 1)
    return [later.removeFirst()]
  }

  /// Learns what came of a job.
  mutating func apply(_ step: JobEvent) {
    guard case .later(var job) = step else { return }
    job.flags.subtract([.batchable, .dominatesTail])
    job.flags.insert(.secondTry)
    if job.flags.contains(.copy) {
      later.insert(job, at: copies)
      copies += 1
    } else {
      later.append(job)
    }
  }

  /// Returns the fraction of the timeout that a job may spend without progress; nil for the whole timeout.
  func share(of job: RecordingJob) -> Double? {
    let othersWait = handedOut < jobs.count || !later.isEmpty
    guard othersWait, !job.flags.contains(.secondTry) else { return nil }
    return Self.shareOfFirstTry
  }

  /// Returns one job or several short ones, but fewer towards the end, so that no child has to wait
  /// long for another.
  private func nextBatch() -> ArraySlice<RecordingJob> {
    let rest = jobs[handedOut...]
    // Half of what each child would get: the last ones to start have single recordings. Untuned.
    let share = rest.count / (2 * width)
    let short = rest.prefix(min(batchSize, share)).prefix { job in
      job.flags.contains(.batchable)
    }
    return short.isEmpty ? rest.prefix(1) : short
  }
}
