import Codecs
import Decoding
import Glibc
import System

/// One run over a library: crawl, compare with the last run, decode, draw, write, report.
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
      return told(try await scan())
    } catch let failure as RunFailure {
      return report.fail(failure)
    } catch let failure as SystemFailure {
      return report.fail(.outputLost(failure.place.bytes, errno: failure.errno))
    } catch {
      return report.fail(.pictureImpossible(detail: "\(error)"))
    }
  }

  /// How the command ends, unless events were lost that somebody would have read.
  private func told(_ status: ExitStatus) -> ExitStatus {
    guard let failure = report.lostEvents, !interruption.requested else { return status }
    return report.fail(failure)
  }

  private func scan() async throws -> ExitStatus {
    try checkOpenFiles()
    let (start, began) = (WallClock.now, MonotonicClock.seconds)
    let places = ScanPlaces(options)
    let library = try places.openLibrary()
    let ffmpeg = try FFmpegProgram.wanted(by: options.decoding)
    let settings = ScanSettings(options, ffmpeg)
    try PastRun.refuseForeign(places)
    let output = try openOutput(places)
    let lock = try lock(output, places)
    defer { _ = lock }
    let cache = CacheFolder.wanted(by: options.cache, making: !isHarmless, report)
    if !isHarmless { cache?.sweepAfterKill() }
    var pastRun = try PastRun(places, settings, cache: cache, interruption)
    if let output, !isHarmless { try sweep(output, places) }

    let pool = WorkerPool(options.decoding)
    // A worker takes some milliseconds to start, and a first crawl as long to find something for it.
    if !isHarmless, options.redoesAll || !pastRun.isKnown {
      pool.startAhead(cancel: interruption.descriptor)
    }
    let listing = try crawl(places, output, since: began)
    guard listing.isWhole else { return stopped() }
    let tools = ScanTools(
      library: library, output: output, pool: pool,
      recordings: contents(cache, settings, listing), options: options, ffmpeg: ffmpeg,
      interruption: interruption)
    let plan = ScanPlan(listing, &pastRun, options, tools: tools)
    if interruption.requested { return stopped() }
    if isHarmless { return try ScanForecast(run: self, tools: tools).tell(plan, &pastRun, places) }

    var record = try ScanRecord(plan, start: start, in: tools.output.folder)
    var totals = ScanTotals(listing)
    tellKnown(plan, pastRun, &totals)
    let failure = await RecordingRound(
      run: self, tools: tools, pastRun: pastRun, began: began
    ).perform(plan, &record, &totals)
    if let failure { throw failure }
    let ending = ScanEnding(
      options: options, places: places, settings: settings,
      cache: tools.recordings.cache, report: report)
    let ledger = record.ledger(keepingUndone: pastRun.hasSameSettings)
    try ending.write(ledger, pastRun, to: tools.output)
    if !interruption.requested {
      totals.counts.deleted = try ending.prune(ledger, listing, pastRun, tools)
    }
    try tools.output.end()
    tellCache(tools.recordings.finish())
    let ended = interruption.requested ? stopped() : nil
    report.done(totals.counts, pictures: places.output.bytes)
    if let ended { return ended }
    return totals.counts.exitStatus(isStrict: options.isStrict, onlyChecks: false)
  }

  /// Nothing is to be written.
  var isHarmless: Bool { options.onlyChecks || options.isDryRun }

  private var width: Int { options.decoding.width }

  /// Refuses to start where the runtime itself, which dies of a lack of descriptors, would get none in the middle.
  private func checkOpenFiles() throws(RunFailure) {
    let needed = 32 + 8 * width
    let limit = OpenFiles.raiseLimit()
    if limit < needed { throw .tooFewOpenFiles(limit: limit, needed: needed) }
  }

  private func openOutput(_ places: ScanPlaces) throws(RunFailure) -> OutputTree? {
    guard isHarmless else {
      _ = try places.makeManifestFolder()
      return OutputTree(try places.makeOutput())
    }
    guard let folder = try places.openOutput() else { return nil }
    return OutputTree(folder)
  }

  private func lock(
    _ output: OutputTree?, _ places: ScanPlaces
  ) throws(RunFailure) -> OutputLock? {
    guard let output, !isHarmless else { return nil }
    do {
      return try OutputLock(in: output.folder)
    } catch {
      switch error {
      case .held(let process):
        throw .outputHeld(places.output.bytes, process: process == 0 ? nil : process)
      case .failed(let failure): throw .outputUnwritable(places.output.bytes, errno: failure.errno)
      }
    }
  }

  private func sweep(_ output: OutputTree, _ places: ScanPlaces) throws(SystemFailure) {
    guard RunMarker.isSet(in: output.folder) else { return }
    LeftOvers.sweep(output.folder)
    sweepManifestFolder(places)
    try output.goOn()
  }

  /// A manifest elsewhere may have left its temporary there.
  private func sweepManifestFolder(_ places: ScanPlaces) {
    do {
      LeftOvers.sweep(try places.makeManifestFolder(), withSubfolders: false)
    } catch {
      return
    }
  }

  private func contents(
    _ cache: CacheFolder?, _ settings: ScanSettings, _ listing: LibraryListing
  ) -> KnownContents {
    let summaries = cache.map {
      SummaryCache(
        $0, budget: Int64(options.cache.budget), expectingFiles: listing.files.count)
    }
    return KnownContents(summaries, settings.measuring, limits: options.decoding)
  }

  private func crawl(
    _ places: ScanPlaces, _ output: OutputTree?, since began: Double
  ) throws -> LibraryListing {
    let rules = Crawl.Rules(
      excluded: options.excludes, followsLinks: options.followsLinks,
      output: try output?.folder.status().folder)
    do {
      return try LibraryListing(places, rules: rules, interruption: interruption) { found in
        var progress = RunProgress()
        progress.filesFound = found
        progress.elapsedSeconds = MonotonicClock.seconds - began
        report.progress(progress)
      }
    } catch {
      throw RunFailure.libraryUnreadable(places.library.bytes, errno: error.errno)
    }
  }

  /// Reports what is known without opening anything.
  private func tellKnown(_ plan: ScanPlan, _ pastRun: PastRun, _ totals: inout ScanTotals) {
    for problem in plan.listing.problems {
      totals.take(
        FileOutcome(path: problem.path.bytes, source: nil, problem: FileProblem(problem.kind)),
        report)
    }
    for known in plan.unchanged {
      totals.take(
        known.past.outcome(
          plan.listing.files.path(known.index), source: .unchanged,
          problem: pastRun.problem(known.past)), report)
    }
  }

  private func tellCache(_ complaint: SummaryCache.Complaint?) {
    switch complaint {
    case .full(let budget): report.say(.cacheFull(budget: Int(clamping: budget)))
    case .failed(let failure):
      report.say(.cacheUnusable(failure.place.bytes, errno: failure.errno))
    case nil: break
    }
  }

  /// Says that the run was stopped, and how the command ends therefore.
  func stopped() -> ExitStatus {
    report.say(.stopped)
    return ExitStatus(rawValue: interruption.exitStatus()) ?? .interrupted
  }
}
