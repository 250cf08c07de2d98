import Codecs
import Glibc

/// One run over a library, from the crawl to the manifest.
public struct ScanRun: Sendable {
  let options: ScanOptions
  let report: Report
  let interruption: Interruption

  public init(_ options: ScanOptions, report: Report, interruption: Interruption) {
    self.options = options
    self.report = report
    self.interruption = interruption
  }

  /// Does all that is asked for and answers how the command ends.
  public func run() async -> ExitStatus {
    do {
      return try await scan()
    } catch let failure as RunFailure {
      return report.fail(failure)
    } catch let failure as SystemFailure {
      return report.fail(.outputLost(failure.place.bytes, errno: failure.errno))
    } catch {
      return report.fail(.noWorker(detail: "\(error)"))
    }
  }

  private func scan() async throws -> ExitStatus {
    let places = ScanPlaces(options)
    let library = try places.openLibrary()
    let settings = ScanSettings(options)
    let output = try places.makeOutput()
    let lock = try lock(output, places)
    defer { _ = lock }
    if RunMarker.isSet(in: output) { LeftOvers.sweep(output) }

    let listing = try LibraryListing(
      places, rules: rules(try output.status().folder), interruption: interruption
    ) { _ in }
    let tools = ScanTools(
      library: library, output: OutputTree(output),
      pool: WorkerPool(
        isolation: options.decoding.isolation, timeout: options.decoding.timeoutSeconds,
        size: width), recordings: KnownContents(), options: options, interruption: interruption)
    var plan = ScanPlan(listing, settings)
    var totals = RunTotals()
    totals.linkedFoldersNotEntered = listing.linkedFolders
    let ending = await work(&plan, tools, &totals)
    tools.pool.shutDown()
    if let ending { throw ending }
    try finish(&plan, tools, places, settings)
    report.done(totals, pictures: places.output.bytes)
    if interruption.requested {
      report.say(.stopped)
      return ExitStatus(rawValue: interruption.exitStatus()) ?? .interrupted
    }
    return totals.exitStatus(isStrict: options.isStrict, onlyChecks: options.onlyChecks)
  }

  private var width: Int { options.decoding.jobs ?? Processors.usable }

  private func lock(
    _ output: borrowing Folder, _ places: ScanPlaces
  ) throws(RunFailure) -> OutputLock {
    do {
      return try OutputLock(in: output)
    } catch {
      switch error {
      case .held(let process):
        throw .outputHeld(places.output.bytes, process: process == 0 ? nil : process)
      case .failed(let failure): throw .outputUnwritable(places.output.bytes, errno: failure.errno)
      }
    }
  }

  private func rules(_ output: FolderIdentity) -> Crawl.Rules {
    Crawl.Rules(
      excluded: options.excludes.compactMap { Glob($0) }, followsLinks: options.followsLinks,
      output: output)
  }

  /// Decodes and draws; answers why the run cannot go on, where that is so.
  private func work(
    _ plan: inout ScanPlan, _ tools: ScanTools, _ totals: inout RunTotals
  ) async -> RunFailure? {
    let threads = JobThreads(count: width)
    threads.start()
    let ticker = ProgressTicker(report, tools.meter)
    ticker.update { progress in
      progress.filesFound = plan.jobs.count
      progress.isCrawling = false
    }
    ticker.begin()
    var ending: RunFailure?
    for problem in plan.problems {
      totals.count(problem)
      report.finished(problem)
    }
    await JobRound(tools: tools, threads: threads, width: width).perform(plan.jobs) { result in
      switch result {
      case .finished(let finished):
        plan.take(finished)
        totals.count(finished.outcome)
        totals.secondsDecoded += finished.secondsDecoded
        report.finished(finished.outcome)
        ticker.update { progress in
          progress.filesDone += 1
          if finished.outcome.status == .failed { progress.filesFailed += 1 }
        }
        return true
      case .ended(let failure):
        ending = failure
        return false
      case .cancelled: return false
      case .parked, .tick: return true
      }
    }
    ticker.end()
    threads.close()
    totals.elapsedSeconds = ticker.elapsedSeconds
    return ending
  }

  private func finish(
    _ plan: inout ScanPlan, _ tools: ScanTools, _ places: ScanPlaces, _ settings: ScanSettings
  ) throws {
    let ledger = plan.ledger()
    try tools.output.folder.syncFileSystem()
    var manifest = try ManifestFile(
      ManifestHead(settings: settings, counts: ledger.counts).text(),
      as: places.manifest.name, in: try Folder(at: places.manifest.parent), last: nil)
    for line in ledger.lines { _ = try manifest.append(line.piece) }
    try manifest.commit()
    try tools.output.end()
  }
}
