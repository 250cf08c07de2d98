import Codecs
import Decoding
import Glibc
public import Library
import System

/// One run over a library: crawl, compare with the last run, decode, draw, write, report.
public struct ScanRun: Sendable {
  let options: ScanOptions
  let report: Report
  let interruption: Interruption

  /// A run of `scan`, which stops early when `interruption` tells of a signal.
  public init(_ options: ScanOptions, report: Report, interruption: Interruption) {
    var options = options
    // With fewer files open than were hoped for, fewer recordings are worked on at once.
    options.recordings.decoding.jobs = OpenFiles.jobs(atMost: options.decoding.width)
    self.options = options
    self.report = report
    self.interruption = interruption
  }

  /// Does all that is asked for and answers how the command ends.
  public func run() -> ExitStatus {
    do {
      return told(try scan())
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

  private func scan() throws -> ExitStatus {
    report.say(ignored: options.recordings)
    try checkOpenFiles()
    let (start, began) = (WallClock.now, MonotonicClock.seconds)
    let places = ScanPlaces(options)
    let library = try places.openLibrary()
    let ffmpeg = try FFmpegProgram.wanted(by: options.decoding)
    let settings = ScanSettings(options.recordings, ffmpeg: ffmpeg?.version)
    let page = ScanPage(options: options, places: places)
    try LastRun.refuseForeign(places)
    try page.refuseForeign()
    let output = try openOutput(places)
    let locks = try lock(output, places)
    defer { _ = locks }
    let cache = CacheFolder.wanted(by: options.cache, making: !isHarmless, report)
    if !isHarmless { cache?.sweepAfterKill() }
    var lastRun = try LastRun(places, settings, cache: cache, interruption)
    if let output, !isHarmless { try tidy(output, places) }

    let pool = WorkerPool(options.decoding)
    // A worker takes some milliseconds to start, and a first crawl as long to find something for
    // it.
    if !isHarmless, options.redoesAll || !lastRun.isKnown {
      pool.startAhead(cancel: interruption.descriptor)
    }
    let listing = try crawl(places, output, since: began)
    guard listing.isWhole else { return stopped() }
    let tools = ScanTools(
      library: library, output: output, pool: pool,
      recordings: contents(cache, settings, listing), options: options, ffmpeg: ffmpeg,
      interruption: interruption, lastManifest: lastRun.manifest)
    let plan = ScanPlan(listing, &lastRun, options, tools: tools)
    if interruption.requested { return stopped() }
    if isHarmless { return try ScanForecast(run: self, tools: tools).tell(plan, &lastRun, places) }

    var scanRecords = try ScanRecords(plan, start: start, in: tools.output.folder)
    var totals = tellKnown(plan)
    let failure = work(off: plan, tools, &scanRecords, &totals, since: began)
    if let failure {
      if places.part == nil { tools.output.endWithoutManifest() }
      throw failure
    }
    let ending = ScanEnding(
      options: options, places: places, settings: settings,
      cache: tools.recordings.cache, report: report,
      part: partFacts(places, listing))
    if interruption.requested, !scanRecords.hasNews {
      // Nothing is told anew, and the last manifest stays.
      if places.part == nil { try tools.output.end() }
      return stopped()
    }
    try scanRecords.close(after: lastRun)
    try ending.write(scanRecords, lastRun, to: tools.output)
    // Parts that nobody has joined are older than this manifest of the whole.
    if places.part == nil, !interruption.requested { try partFiles(places).removeAll() }
    if !interruption.requested {
      totals.deleted = try ending.prune(scanRecords, listing, lastRun, tools)
    }
    let written =
      interruption.requested || places.part != nil ? nil : try page.write(in: tools.output.folder)
    if places.part == nil, try page.isLeftOld(in: tools.output.folder) {
      report.say(.pageOld(page.path.bytes))
    }
    // What a neighbour is at stays; whoever joins the parts takes the mark away.
    if places.part == nil { try tools.output.end() }
    tellRepairs(lastRun, tools.output)
    tellCache(tools.recordings.finish())
    let ended = interruption.requested ? stopped() : nil
    if !totals.unwritten.isEmpty { report.say(.captionsLeftOut(totals.unwritten)) }
    report.done(totals, pictures: places.output.bytes, page: written?.bytes)
    if let ended { return ended }
    return totals.exitStatus(options)
  }

  /// Nothing is to be written.
  var isHarmless: Bool { options.onlyChecks || options.isDryRun }

  /// Refuses to start where not even one recording at a time could be worked on.
  private func checkOpenFiles() throws(RunFailure) {
    let limit = OpenFiles.raiseLimit()
    if limit < OpenFiles.needed(forJobs: 1) {
      throw .tooFewOpenFiles(limit: limit, needed: OpenFiles.needed(forJobs: 1))
    }
  }

  private func openOutput(_ places: ScanPlaces) throws(RunFailure) -> OutputTree? {
    guard isHarmless else {
      _ = try places.makeManifestFolder()
      return OutputTree(try places.makeOutput())
    }
    guard let folder = try places.openOutput() else { return nil }
    return OutputTree(folder)
  }

  /// The locks of a run: of the output, which parts share with each other and with nobody else, and
  /// of the part.
  private struct Locks: ~Copyable {
    let output: OutputLock
    let part: OutputLock?
  }

  private func lock(
    _ output: OutputTree?, _ places: ScanPlaces
  ) throws(RunFailure) -> Locks? {
    guard let output, !isHarmless else { return nil }
    let whole = try OutputLock.held(
      in: output.folder, places.output, isShared: places.part != nil)
    guard let part = places.part else { return Locks(output: whole, part: nil) }
    let own = try OutputLock.held(
      in: output.folder, places.output, name: PartFiles.lock(of: part))
    return Locks(output: whole, part: own)
  }

  /// Ends what a killed run or merge has left; temporaries may be those of a part that lives, and
  /// stay for the merge.
  private func tidy(_ output: OutputTree, _ places: ScanPlaces) throws {
    try partFiles(places).finishInterruptedMerge()
    guard RunMarker.isSet(in: output.folder) else { return }
    if places.part == nil {
      StaleTemporaries.sweep(output.folder)
      sweepManifestFolder(places)
    }
    try output.goOn()
  }

  private func partFiles(_ places: ScanPlaces) throws(RunFailure) -> PartFiles {
    PartFiles(in: try places.makeManifestFolder(), beside: places.wholeManifest.name)
  }

  /// What the manifest says of the part that this run does.
  private func partFacts(_ places: ScanPlaces, _ listing: LibraryListing) -> PartFacts? {
    places.part.map { part in
      var facts = PartFacts(
        part, options.shardOrder, library: places.absoluteLibrary, listing: listing.digest)
      facts.isComplete = !interruption.requested
      return facts
    }
  }

  /// A manifest elsewhere may have left its temporary there.
  private func sweepManifestFolder(_ places: ScanPlaces) {
    do {
      StaleTemporaries.sweep(try places.makeManifestFolder(), withSubfolders: false)
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
    return KnownContents(summaries, keys: settings.measuring.all, limits: options.decoding)
  }

  private func crawl(
    _ places: ScanPlaces, _ output: OutputTree?, since began: Double
  ) throws -> LibraryListing {
    let rules = Crawl.Rules(
      excluded: options.excludes, followsLinks: options.followsLinks,
      output: try output?.folder.status().folder)
    do {
      return try LibraryListing(
        places, rules: rules, part: places.part, by: options.shardOrder,
        interruption: interruption
      ) { found in
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
  func tellKnown(_ plan: ScanPlan) -> RunTotals {
    var totals = RunTotals()
    totals.linkedFoldersNotEntered = plan.listing.linkedFolders
    for problem in plan.listing.problems {
      let record = RecordingRecord(problem.path, source: nil, problem: FileProblem(problem.kind))
      report.finished(record, &totals)
    }
    for known in plan.unchanged { report.finished(known, &totals) }
    return totals
  }

  private func tellRepairs(_ lastRun: LastRun, _ output: OutputTree) {
    if lastRun.hasDamagedManifest { report.say(.manifestRepaired) }
    if output.repairs > 0 { report.say(.filesRepaired(output.repairs)) }
  }

  private func tellCache(_ failure: SummaryCache.Failure?) {
    switch failure {
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

// The part of a run that decodes and draws.
extension ScanRun {
  /// Performs the jobs of a plan; answers why the run cannot go on, where that is so.
  private func work(
    off plan: ScanPlan, _ tools: ScanTools, _ scanRecords: inout ScanRecords,
    _ totals: inout RunTotals, since began: Double
  ) -> RunFailure? {
    let ticker = ProgressTicker(report, tools.meter, since: began)
    defer { totals.elapsedSeconds = ticker.elapsedSeconds }
    guard !plan.jobs.isEmpty else { return nil }
    switch tools.pool.start(cancel: interruption.descriptor) {
    case .success(let layers): report.isolation(layers)
    case .failure(let failure): return failure.endsTheRun
    }
    if options.verbosity == .everyFile, let ffmpeg = tools.ffmpeg { report.say(ffmpeg.note()) }
    begin(ticker, plan)
    defer {
      ticker.end()
      tools.pool.shutDown()
    }
    var failure: RunFailure?
    JobQueue(plan.jobs).perform(tools) { result in
      switch result {
      case .finished(let job, let record, let seconds):
        totals.secondsDecoded += seconds
        tools.meter.finished(job.index, costing: job.cost, seconds: seconds)
        finish(job, record, plan, &scanRecords, &totals, ticker)
      case .unchanged(let job, let identity, let digest):
        guard var record = plan.past[job.index]?.met(by: .digest) else { return true }
        (record.identity, record.digest) = (identity, digest)
        tools.meter.finished(job.index, costing: job.cost, seconds: 0)
        finish(job, record, plan, &scanRecords, &totals, ticker)
      case .ended(let ended):
        failure = ended
        return false
      case .cancelled: return false
      case .parked, .putOff: break
      }
      return true
    }
    return failure
  }

  private func finish(
    _ job: RecordingJob, _ record: RecordingRecord, _ plan: ScanPlan,
    _ scanRecords: inout ScanRecords, _ totals: inout RunTotals, _ ticker: ProgressTicker
  ) {
    var record = record
    if let past = plan.past[job.index], past.problem?.isContentFault ?? false,
      past.digest == record.digest, record.problem?.isContentFault ?? false
    {
      record.isKnownFailure = true
    }
    ticker.update { progress in
      progress.filesDone += 1
      if record.status == .failed { progress.filesFailed += 1 }
    }
    report.finished(record, &totals)
    scanRecords.take(record, of: job)
  }

  private func begin(_ ticker: ProgressTicker, _ plan: ScanPlan) {
    ticker.update { progress in
      progress.filesFound = plan.listing.files.count
      progress.filesDone = plan.unchanged.count
      progress.isCrawling = false
      progress.workFound = plan.jobs.reduce(0) { $0 + $1.cost.seconds }
    }
    ticker.begin()
  }
}
