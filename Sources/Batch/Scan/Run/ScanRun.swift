import Decoding
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// One run over a library: crawl, compare with the last run, decode, draw, write, report.
struct ScanRun: Sendable {
  let options: ScanOptions
  let report: Report
  let interruption: Interruption
  /// Files to write again although their size is right, relative to the output.
  let damaged: Set<RawPath>

  init(
    _ options: ScanOptions, report: Report, interruption: Interruption, damaged: Set<RawPath> = []
  ) {
    var options = options
    // With a lower limit of open files, fewer recordings are processed at once: a run that is slow
    // is better than one that fails in its middle with EMFILE.
    options.recordings.decoding.jobs = OpenFiles.jobs(atMost: options.decoding.width)
    options.recordings.keepsStrips = ScanPage.isKept(by: options)
    self.options = options
    self.report = report
    self.interruption = interruption
    self.damaged = damaged
  }

  func run() -> ExitStatus {
    do {
      let status = try RunThreads.with(decoders: options.decoding.width) { threads in
        try await scan(on: threads)
      }
      guard let failure = report.lostEvents, !interruption.requested else { return status }
      return report.fail(failure)
    } catch {
      return report.fail(after: error)
    }
  }

  private func scan(on threads: RunThreads) async throws -> ExitStatus {
    report.say(ignored: options.recordings)
    try OpenFiles.require(OpenFiles.needed(forJobs: 1))
    let start = (date: WallClock.now, seconds: MonotonicClock.seconds)
    let library = try ScanPlaces(options).openLibrary()
    var setup = try ScanSetup(
      options, damaged: damaged, report: report, interruption: interruption)
    // The locks are held to the end of the run.
    defer { withExtendedLifetime(setup) {} }
    let pool = WorkerPool(options.decoding)
    // A worker takes some milliseconds to start, as long as the crawl takes to find work; and the
    // check of the output needs nothing of the crawl. So all three run at the same time.
    let previous = setup.previous
    let files = setup.files
    async let _ = startAhead(pool, ifNeededFor: previous.index, on: threads)
    async let prechecked = precheck(previous, files, on: threads)
    let listing = try await crawl(setup.places, setup.output, since: start.seconds, on: threads)
    if interruption.requested { return stopped() }
    let meter = ProgressMeter(report, since: start.seconds)
    let tools = ScanTools(
      library: library, setup: setup, pool: pool, meter: meter, listing: listing,
      options: options, interruption: interruption)
    var plan = try await plan(
      listing: listing, previous: &setup.previous, tools: tools, prechecked: prechecked)
    if interruption.requested { return stopped() }
    try checkGone(plan, setup.places)
    if options.isHarmless {
      return try ScanForecast(run: self, tools: tools).tell(plan, setup.places)
    }

    tools.output.addImported(try setup.previous.importedFiles(setup.places, interruption))
    var outcome = ScanOutcome(
      records: try RunRecords(plan, start: start.date, in: tools.output.folder),
      totals: reportUnchanged(plan))
    if let failure = await performJobs(of: plan, tools: tools, on: threads, outcome: &outcome) {
      tools.output.endWithoutLedger()
      tools.reader.cache.summaries?.sweep()
      throw failure
    }
    return try finish(&plan, outcome: &outcome, setup: setup, tools: tools)
  }

  private func finish(
    _ plan: inout ScanPlan, outcome: inout ScanOutcome, setup: ScanSetup, tools: ScanTools
  ) throws -> ExitStatus {
    if interruption.requested, !outcome.records.hasNews {
      // Nothing new is reported, and the last manifest stays.
      tools.output.endWithoutLedger()
      return stopped()
    }
    try outcome.records.close(&plan)
    let page = try write(&outcome, listing: plan.listing, setup: setup, tools: tools)
    if setup.places.part == nil, try setup.page.isLeftOld(in: tools.output.folder) {
      report.say(.pageOld(setup.page.path.bytes))
    }
    return end(outcome.totals, page: page, setup: setup, tools: tools)
  }

  /// Starts the first worker if recordings have to be decoded for certain.
  private func startAhead(
    _ pool: WorkerPool, ifNeededFor index: LedgerRecords?, on threads: RunThreads
  ) async {
    // With a ledger, most scans decode nothing, and a process would be started in vain.
    guard !options.isHarmless, options.redoesAll || index == nil else { return }
    // A failure is reported when a worker is needed.
    _ = await threads.perform { pool.start(cancel: interruption.descriptor) }
  }

  /// Returns for each place in the last ledger whether all its output files exist; nothing if that
  /// is to be found out file by file.
  private func precheck(
    _ previous: PreviousRun, _ files: OutputFiles, on threads: RunThreads
  ) async -> [Bool] {
    guard !options.redoesAll, options.decoding.width > 1,
      let precheck = OutputPrecheck(previous, files: files, interruption: interruption)
    else { return [] }
    return await threads.perform { precheck.perform() }
  }

  /// Writes the manifest and the page, deletes unlisted files, writes the ledger, and returns the path
  /// of the page; a stopped run writes manifest and ledger only.
  // A kill before the ledger leaves a manifest that is ahead of it, which the next run writes again.
  private func write(
    _ outcome: inout ScanOutcome, listing: LibraryListing, setup: ScanSetup, tools: ScanTools
  ) throws -> RawPath? {
    let places = setup.places
    let records = outcome.records
    var part = places.part.map {
      PartFacts(
        $0, options.shardOrder, library: places.absoluteLibrary, listing: listing.digest)
    }
    part?.isComplete = !interruption.requested
    let written = try writeManifest(records, of: part, setup: setup, tools: tools)
    var hasNoLeftovers = setup.previous.hasNoLeftovers
    guard places.part == nil, !interruption.requested else {
      try writeLedger(
        records, of: written, hasNoLeftovers: hasNoLeftovers, setup: setup, tools: tools)
      return nil
    }
    let isListed = isListed(records, tools)
    let page = try setup.page.write(in: tools.output)
    // Parts that were never joined are older than this manifest of the whole.
    for path in try places.partFiles().removeAll() {
      report.say(.notOurs(places.manifest.parent.appending(path).bytes))
    }
    if options.manifest == nil {
      try OutputManifest.removeOthers(than: places.manifestFormat, in: places.output)
    }
    if options.prune != .nothing {
      outcome.totals.deleted = try prune(
        listing: listing, previous: setup.previous, records: records, tools: tools,
        isListed: isListed)
    } else {
      hasNoLeftovers = reportLeftovers(
        listing: listing, previous: setup.previous, tools: tools, except: isListed)
    }
    try writeLedger(
      records, of: written, hasNoLeftovers: hasNoLeftovers, setup: setup, tools: tools)
    return page
  }

  /// Reports the totals of the run and returns the exit status.
  private func end(
    _ totals: RunTotals, page: RawPath?, setup: ScanSetup, tools: ScanTools
  ) -> ExitStatus {
    if setup.previous.isManifestDamaged {
      report.say(.manifestRepaired)
    }
    if tools.output.repairs > 0 {
      report.say(.filesRepaired(tools.output.repairs))
    }
    tools.reader.cache.summaries?.sweep()
    switch tools.reader.cache.summaries?.failure {
    case .full(let budget):
      report.say(.cacheFull(budget: Int(clamping: budget)))
    case .failed(let failure):
      report.say(.cacheUnusable(failure.place.bytes, errno: failure.errno))
    case nil: break
    }
    let ended = interruption.requested ? stopped() : nil
    if !totals.unwritten.isEmpty {
      report.say(.captionsLeftOut(totals.unwritten))
    }
    report.done(totals, pictures: setup.places.output.bytes, page: page?.bytes)
    return ended ?? totals.exitStatus(options)
  }

  /// Lists the library on a thread of its own, so that files of the output can be checked meanwhile.
  private func crawl(
    _ places: ScanPlaces, _ output: OutputFolder?, since began: Double, on threads: RunThreads
  ) async throws -> LibraryListing {
    let rules = Crawl.Rules(
      excluded: options.excludes, followsLinks: options.followsLinks,
      output: try output?.folder.status().folder,
      part: options.shardOrder == .path ? places.part : nil)
    return try await threads.perform {
      do throws(SystemFailure) {
        return try LibraryListing(
          places, rules: rules, by: options.shardOrder, interruption: interruption
        ) { found in
          var progress = RunProgress()
          progress.filesFound = found
          progress.elapsedSeconds = MonotonicClock.seconds - began
          report.progress(progress)
        }
      } catch {
        throw RunFailure.unreadable(places.library.bytes, errno: error.errno)
      }
    }
  }

  /// Creates the plan; before the manifest changes, its digest is verified, as entries are copied
  /// from it.
  private func plan(
    listing: LibraryListing, previous: inout PreviousRun, tools: ScanTools, prechecked: [Bool]
  ) throws -> ScanPlan {
    let plan = ScanPlan(
      listing, since: previous, options: options, tools: tools, prechecked: prechecked)
    let changesNothing =
      plan.jobs.isEmpty && listing.problems.isEmpty && plan.vanished.isEmpty
    if !plan.vanished.isEmpty {
      previous.hasNoLeftovers = false
    }
    guard !changesNothing, try previous.giveUpRottenManifest(interruption) else { return plan }
    return ScanPlan(listing, since: previous, options: options, tools: tools, prechecked: [])
  }

  func reportUnchanged(_ plan: ScanPlan) -> RunTotals {
    let reportsAll = report.reportsEachFile
    var totals = reportsAll ? RunTotals() : plan.unremarkable
    totals.linkedFoldersNotEntered = plan.listing.linkedFolders
    totals.withoutExtension = plan.listing.withoutExtension
    for problem in plan.listing.problems {
      report.finished(RecordingResult(problem.path, problem.problem), &totals)
    }
    plan.forEachUnchanged(all: reportsAll) { report.finished($0, &totals) }
    return totals
  }

  func stopped() -> ExitStatus {
    report.say(.stopped)
    return interruption.exitStatus()
  }
}

// Decoding and drawing.
extension ScanRun {
  /// Performs the jobs of a plan; returns why the run cannot continue, or nil.
  private func performJobs(
    of plan: ScanPlan, tools: ScanTools, on threads: RunThreads, outcome: inout ScanOutcome
  ) async -> RunFailure? {
    let meter = tools.meter
    defer { outcome.totals.elapsedSeconds = meter.elapsedSeconds }
    guard !plan.jobs.isEmpty else { return nil }
    switch tools.reader.pool.start(cancel: interruption.descriptor) {
    case .success(let layers): report.isolation(layers)
    case .failure(let failure): return failure.endsTheRun
    }
    // Only a trial shows the sandbox, and a library without m4a should not wait for one.
    let isAsked = options.decoding.ffmpeg == .all
    if isAsked, options.verbosity == .everyFile, let ffmpeg = tools.reader.ffmpeg {
      report.say(
        .ffmpeg(
          ffmpeg.program.path.bytes,
          held: ffmpeg.program.sandbox(cancel: interruption.descriptor).layers.names,
          megabytes: Int(FFmpegSandbox.memory >> 20)))
    }
    let work = plan.jobs.reduce(0) { $0 + plan.cost($1).seconds }
    meter.begin(work: work) { progress in
      progress.filesFound = plan.listing.files.count
      progress.filesDone = plan.unchanged.files
    }
    defer { tools.reader.pool.shutDown() }
    let group = RecordingGroup(plan: plan, tools: tools, threads: threads)
    return await threads.showing(meter) {
      await group.perform { job, result in
        meter.finished(
          job.index, costing: plan.cost(job), seconds: result.secondsDecoded,
          isFailed: result.status == .failed)
        add(result, of: job, in: plan, to: &outcome)
      }
    }
  }

  private func add(
    _ result: RecordingResult, of job: RecordingJob, in plan: ScanPlan,
    to outcome: inout ScanOutcome
  ) {
    var result = result
    if isKnownFailure(result, of: job, in: plan) {
      result.isKnownFailure = true
    }
    outcome.totals.secondsDecoded += result.secondsDecoded
    report.finished(result, &outcome.totals)
    outcome.records.take(result, of: job)
  }

  /// Returns whether the last manifest lists a failure of the same content.
  private func isKnownFailure(
    _ result: RecordingResult, of job: RecordingJob, in plan: ScanPlan
  ) -> Bool {
    guard let problem = result.problem, problem.isContentFault else { return false }
    guard let place = plan.place(job.index), let last = plan.previous.problem(place) else {
      return false
    }
    return last.isContentFault && plan.record(job.index)?.digest == result.entry.digest
  }
}
