import Library
import System

/// Gathers what came of each recording of a run: what manifest and memory are written from.
struct ScanRecords {
  /// In the order of path bytes once the records are closed.
  private(set) var records: [RecordingRecord]
  private(set) var counts = ManifestCounts()
  /// The entries of recordings that this run has looked at.
  let entries: EntryStore

  private let start: Int64
  private let firstOfRun: Int
  /// Whether each file of the crawl is in the records.
  private var isDone: [Bool]

  /// `start` is the time of the run's beginning in nanoseconds since 1970.
  init(_ plan: ScanPlan, start: Int64, in output: borrowing Folder) throws(SystemFailure) {
    entries = try EntryStore(in: output)
    self.start = start
    records = plan.unchanged
    firstOfRun = records.count
    records.reserveCapacity(firstOfRun + plan.jobs.count + plan.listing.problems.count)
    isDone = Array(repeating: false, count: plan.listing.files.count)
  }

  /// Whether this run has done anything that the last manifest does not tell.
  var hasNews: Bool { records.count > firstOfRun }

  /// Takes what came of a job of the plan.
  mutating func take(_ record: RecordingRecord, of job: RecordingJob, in plan: ScanPlan) {
    var record = record
    if case .text(let text) = record.entry { record.entry = .stored(entries.append(text)) }
    record.folderDevice = plan.listing.files[job.index].folderDevice
    isDone[job.index] = true
    records.append(record)
  }

  /// Adds the recordings that a stopped run did not reach: each keeps its entry, as stale where its
  /// pictures are of other settings; one without an entry is pending.
  mutating func close(_ plan: inout ScanPlan, after lastRun: LastRun) throws(SystemFailure) {
    let now = WallClock.now
    for place in firstOfRun..<records.count {
      records[place].isYoung = records[place].identity?.isYoung(since: start, until: now) ?? true
    }
    for problem in plan.listing.problems {
      records.append(RecordingRecord(failed: problem.path, FileProblem(problem.kind)))
    }
    // Of a million recordings the jobs take as much room as the memory that is made of them.
    for job in plan.takeJobs() where !isDone[job.index] {
      records.append(try undone(job, plan.past[job.index], after: lastRun))
    }
    records.sort { $0.path < $1.path }
    for record in records {
      if record.isPending { counts.pending += 1 } else { counts.count(record.status) }
    }
  }

  private func undone(
    _ job: RecordingJob, _ past: RecordingRecord?, after lastRun: LastRun
  ) throws(SystemFailure) -> RecordingRecord {
    if var past {
      if lastRun.hasSameSettings { return past }
      if let entry = try lastRun.entry(of: past) {
        past.entry = .text(ManifestEntry.stale(entry))
        if var made = past.made {
          made.sizes = []
          past.result = .success(made)
        }
        return past
      }
    }
    var record = RecordingRecord(job.path, source: nil)
    record.isPending = true
    record.entry = .text(ManifestEntry.pending(job.path))
    return record
  }
}
