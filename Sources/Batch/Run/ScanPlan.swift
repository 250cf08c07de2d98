/// What is to be done about everything a crawl found.
struct ScanPlan {
  private let listing: LibraryListing
  private(set) var jobs: [RecordingJob] = []
  private(set) var problems: [FileOutcome] = []
  private var lines: [ScanLedger.Line] = []

  init(_ listing: LibraryListing, _ settings: ScanSettings) {
    self.listing = listing
    for problem in listing.problems {
      let outcome = FileOutcome(
        path: problem.path.bytes, source: nil, problem: FileProblem(problem.kind))
      problems.append(outcome)
      let entry = ManifestEntry(
        path: problem.path, bytes: nil, digest: nil,
        content: .failure(FileProblem(problem.kind)))
      lines.append(
        .init(
          path: problem.path, status: outcome.status, piece: .text(entry.text()),
          isSettled: false))
    }
    jobs = listing.files.largestFirst().map { index in
      RecordingJob(
        index: index, path: listing.files.path(index),
        sharesItsSize: listing.sharesItsSize(index))
    }
  }

  /// Takes in what became of a job.
  mutating func take(_ finished: FinishedRecording) {
    guard case .text(let text) = finished.entry else { return }
    lines.append(
      .init(
        path: listing.files.path(finished.index), status: finished.outcome.status,
        piece: .text(text), identity: finished.identity, digest: finished.digest,
        sizes: finished.sizes, isSettled: finished.isSettled))
  }

  func ledger() -> ScanLedger {
    var ledger = ScanLedger()
    for line in lines { ledger.add(line) }
    ledger.sort()
    return ledger
  }
}
