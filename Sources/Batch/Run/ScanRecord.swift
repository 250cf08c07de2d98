import System

/// Gathers what becomes of each recording while a run goes on.
struct ScanRecord {
  /// What a finished recording leaves, without what was only to be reported.
  private struct Finished {
    var recording: PastRecording
    /// Nothing where the entry is as it was.
    var entry: EntryStore.Place?
  }

  private let plan: ScanPlan
  private let start: Int64
  private var finished: [Finished] = []
  /// The place in `finished` of each file of the crawl, or -1.
  private var places: [Int32]
  private let entries: EntryStore

  /// `start` is the time of the run's beginning in nanoseconds since 1970.
  init(
    _ plan: ScanPlan, start: Int64, in output: borrowing Folder
  ) throws(SystemFailure) {
    entries = try EntryStore(in: output)
    self.plan = plan
    self.start = start
    places = Array(repeating: -1, count: plan.listing.files.count)
    finished.reserveCapacity(plan.jobs.count)
  }

  mutating func take(_ recording: FinishedRecording) {
    places[recording.index] = Int32(finished.count)
    finished.append(compact(recording))
  }

  /// All that is known by now; what a stopped run did not come to stays as it was, if it was the same picture.
  func ledger(keepingUndone: Bool) -> ScanLedger {
    var ledger = ScanLedger()
    let now = WallClock.now
    for problem in plan.listing.problems { ledger.add(line(problem)) }
    for kept in plan.unchanged { ledger.keep(plan.listing.files.path(kept.index), kept.past) }
    for job in plan.jobs {
      let place = Int(places[job.index])
      if place >= 0 {
        ledger.add(line(finished[place], job.path, now))
      } else if keepingUndone, let past = plan.past[job.index] {
        ledger.keep(job.path, past)
      }
    }
    ledger.sort()
    return ledger
  }

  private func line(_ problem: CrawlProblem) -> ScanLedger.Line {
    let cause = FileProblem(problem.kind)
    let entry = ManifestEntry(
      path: problem.path, bytes: nil, digest: nil, content: .failure(cause))
    return ScanLedger.Line(
      path: problem.path,
      recording: PastRecording(bytes: -1, status: cause.status, isSettled: false, entry: 0..<0),
      piece: .text(entry.text()))
  }

  private func compact(_ finished: FinishedRecording) -> Finished {
    let outcome = finished.outcome
    var recording = PastRecording(
      identity: finished.identity, folderDevice: plan.listing.files[finished.index].folderDevice,
      bytes: finished.identity?.size ?? -1, digest: finished.digest, status: outcome.status,
      isSettled: outcome.problem?.isContentFault ?? true,
      isLimited: outcome.problem?.limit != nil, isTruncated: outcome.isTruncated,
      isSilent: outcome.isSilent, markers: finished.markers, entry: 0..<0, sizes: finished.sizes)
    switch finished.entry {
    case .text(let text): return Finished(recording: recording, entry: entries.append(text))
    case .asBefore:
      let past = plan.past[finished.index]
      recording.sizes = past?.sizes ?? []
      recording.markers = past?.markers ?? 0
      recording.status = past?.status ?? outcome.status
      recording.isLimited = past?.isLimited ?? false
      recording.isTruncated = past?.isTruncated ?? false
      recording.isSilent = past?.isSilent ?? false
      recording.entry = past?.entry ?? 0..<0
      return Finished(recording: recording)
    }
  }

  private func line(_ finished: Finished, _ path: RawPath, _ now: Int64) -> ScanLedger.Line {
    var recording = finished.recording
    recording.isYoung = recording.identity?.isYoung(since: start, until: now) ?? true
    return ScanLedger.Line(
      path: path, recording: recording,
      piece: finished.entry.map { .stored($0, entries) } ?? .kept(recording.entry))
  }
}
