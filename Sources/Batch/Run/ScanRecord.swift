/// Gathers what becomes of each recording while a run goes on.
struct ScanRecord {
  private let plan: ScanPlan
  private let start: Int64
  private var finished: [Int: FinishedRecording] = [:]

  /// `start` is the time of the run's beginning in nanoseconds since 1970.
  init(_ plan: ScanPlan, start: Int64) {
    self.plan = plan
    self.start = start
  }

  mutating func take(_ recording: FinishedRecording) {
    finished[recording.index] = recording
  }

  /// All that is known by now; what a stopped run did not come to stays as it was, if it was the same picture.
  func ledger(keepingUndone: Bool) -> ScanLedger {
    var ledger = ScanLedger()
    let now = WallClock.now
    for problem in plan.listing.problems { ledger.add(line(problem)) }
    for kept in plan.unchanged { ledger.keep(plan.listing.files.path(kept.index), kept.past) }
    for job in plan.jobs {
      if let finished = finished[job.index] {
        ledger.add(line(finished, now))
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

  private func line(_ finished: FinishedRecording, _ now: Int64) -> ScanLedger.Line {
    let path = plan.listing.files.path(finished.index)
    let outcome = finished.outcome
    var recording = PastRecording(
      identity: finished.identity, folderDevice: plan.listing.files[finished.index].folderDevice,
      bytes: finished.identity?.size ?? -1, digest: finished.digest, status: outcome.status,
      isSettled: finished.isSettled, isTruncated: outcome.isTruncated,
      isSilent: outcome.isSilent, entry: 0..<0, sizes: finished.sizes)
    recording.isYoung = finished.identity?.isYoung(since: start, until: now) ?? true
    switch finished.entry {
    case .text(let text):
      recording.markers = finished.markers
      return ScanLedger.Line(path: path, recording: recording, piece: .text(text))
    case .asBefore:
      let past = plan.past[finished.index]
      recording.sizes = past?.sizes ?? []
      recording.markers = past?.markers ?? 0
      recording.status = past?.status ?? outcome.status
      recording.isTruncated = past?.isTruncated ?? false
      recording.isSilent = past?.isSilent ?? false
      return ScanLedger.Line(path: path, recording: recording, piece: .kept(past?.entry ?? 0..<0))
    }
  }
}
