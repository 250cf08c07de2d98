import Decoding
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Reports what a scan would do, or whether anything is out of date, and writes nothing.
struct ScanForecast {
  let run: ScanRun
  let tools: ScanTools

  func tell(_ plan: ScanPlan, _ places: ScanPlaces) throws -> ExitStatus {
    defer { tools.reader.pool.shutDown() }
    var totals = run.reportUnchanged(plan)
    var reasons: [StaleReason: Int] = [:]
    // Crawled files are in the order of their paths.
    for job in plan.jobs.sorted(by: { $0.index < $1.index }) {
      let result = try forecast(job, plan)
      // A file that was being read when the signal came may be known only in part.
      if run.interruption.requested { return run.stopped() }
      if let reason = result.staleReason {
        reasons[reason, default: 0] += 1
      }
      run.report.finished(result, &totals)
    }
    // The manifest still lists recordings that are gone.
    let gone = run.options.onlyChecks ? plan.vanished : []
    for place in gone {
      guard let path = plan.previous.index?.path(place) else { continue }
      var result = RecordingResult(ManifestEntry(path: path, content: .pending), source: nil)
      result.staleReason = .gone
      reasons[.gone, default: 0] += 1
      run.report.finished(result, &totals)
    }
    if run.options.onlyChecks, try ScanPage(options: run.options, places: places).isStale() {
      totals.stale += 1
      reasons[.page] = 1
    }
    if run.options.onlyChecks, !reasons.isEmpty {
      run.report.say(.stale(reasons, differing: differingOptions(plan.previous)))
    }
    totals.deleted = try prune(plan, places)
    run.report.done(totals, pictures: places.output.bytes)
    return totals.exitStatus(run.options)
  }

  private func reason(_ job: RecordingJob, _ plan: ScanPlan) -> StaleReason {
    if plan.place(job.index) == nil { return .new }
    if !plan.previous.hasSameSettings { return .otherOptions }
    let isForFFmpeg = tools.reader.triesFFmpeg(for: plan.path(job))
    if isForFFmpeg, plan.waitedForFFmpeg(job) { return .readableNow }
    if job.flags.contains(.sameFile) { return .damagedFiles }
    return .changed
  }

  /// The options whose values differ from those of the last scan.
  private func differingOptions(_ previous: PreviousRun) -> [String] {
    do {
      let named = previous.facts.flatMap { JSONValue.reading($0.settings) }
      guard let last = try named ?? previous.manifest?.settings() else { return [] }
      let now = try JSONValue(ScanSettings(run.options.recordings, ffmpeg: nil).text)
      return SettingsReader.differing(last, now).map { "--\($0.name)" }
    } catch {
      return []
    }
  }

  /// Reports which pictures would be deleted if every existing recording can be drawn.
  private func prune(_ plan: ScanPlan, _ places: ScanPlaces) throws -> Int {
    guard run.options.isDryRun, run.options.prune != .nothing, let output = tools.files.output
    else { return 0 }
    output.addImported(try plan.previous.importedFiles(places, run.interruption))
    var listed = ListedNames(in: output.folder)
    for index in 0..<plan.listing.files.count {
      listed.insert(tools.making.names(of: plan.listing.files.path(index)))
    }
    return try run.prune(listing: plan.listing, previous: plan.previous, tools: tools) {
      listed.contains($0)
    }
  }

  /// The result that a scan would have; only facts confirmed by the file are used.
  private func forecast(_ job: RecordingJob, _ plan: ScanPlan) throws -> RecordingResult {
    let path = plan.path(job)
    let past = plan.result(job.index, .digest)
    var reason = reason(job, plan)
    do {
      let file = try tools.library.open(path)
      let status = try file.status(path)
      guard status.kind == .file else { throw FileProblem.notAFile(.init(status.kind)) }
      let size = status.identity.size
      var digest = plan.trustedDigest(job)
      let mayBeKnown = plan.lastDigest(job) != nil || tools.reader.cache.mayHold(size: size)
      if digest == nil, mayBeKnown {
        digest = try file.contentDigest(path, cancel: run.interruption)
      }
      if reason == .changed, let digest, digest == plan.lastDigest(job) {
        reason = .damagedFiles
      }
      if job.flags.contains(.upToDate), let past, let digest, digest == plan.lastDigest(job) {
        return past
      }
      let key = FileKey(tools.libraryPath.appending(path), status.identity)
      // A forecast leaves no trace, not even in the order in which the cache forgets.
      let kept = digest.flatMap {
        tools.reader.cache.content(
          $0, size, of: key, retry: tools.reader.retry(of: path), marksUse: false)
      }
      if !run.options.redoesAll {
        switch kept {
        case .success?: return drawn(path, from: .summary, reason)
        case .failure(let failure)?: throw failure
        case nil: break
        }
      }
      if let refusal = refusal(of: file, at: path) { throw refusal }
    } catch {
      switch JobStop(error) {
      case .problem(let problem): return refused(path, problem, past: past, reason)
      case .run(let failure): throw failure
      case .cancelled: throw error
      }
    }
    return drawn(path, from: .decoded, reason)
  }

  /// Returns the failure to open a recording that would be reported.
  private func refusal(of file: borrowing Descriptor, at path: RawPath) -> DecodeFailure? {
    let refusal = tools.reader.pool.openingFailure(
      descriptor: file.number, request: tools.reader.request, cancel: run.interruption.descriptor)
    guard let refusal else { return nil }
    let problem = ManifestProblem(.decoding(refusal))
    // Whether ffmpeg can decode it is not known in advance.
    let isCured = tools.reader.triesFFmpeg(for: path) && problem.waitsForFFmpeg
    guard refusal.endsTheRun != nil || problem.isContentFault && !isCured else { return nil }
    return refusal
  }

  private func drawn(
    _ path: RawPath, from source: OutcomeSource, _ reason: StaleReason
  ) -> RecordingResult {
    var result = RecordingResult(
      ManifestEntry(path: path, content: .made(ManifestEntry.Made())), source: source)
    result.staleReason = reason
    result.written = tools.making.outputs.count
    return result
  }

  /// A recording that would fail: stale if the manifest does not list the failure yet.
  private func refused(
    _ path: RawPath, _ problem: FileProblem, past: RecordingResult?, _ reason: StaleReason
  ) -> RecordingResult {
    var result = RecordingResult(path, problem)
    let known = past?.problem
    result.isRemembered = known?.code == result.problem?.code
    result.isKnownFailure = result.isRemembered && result.problem?.isContentFault ?? false
    if run.options.onlyChecks, known != result.problem {
      result.staleReason = reason
    }
    return result
  }
}
