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
  private let start: ScanStart

  init(
    _ start: ScanStart,
    report: Report,
    interruption: Interruption
  ) {
    var options = start.options
    // With a lower limit of open files or memory, fewer recordings are processed at once: a run that is slow
    // is better than one that fails in its middle.
    let jobs = OpenFiles.jobs(atMost: options.decoding.width)
    options.recordings.decoding.jobs = AddressSpace.jobs(atMost: jobs)
    options.recordings.keepsStrips = ScanPage.isKept(by: options)
    self.start = start
    self.options = options
    self.report = report
    self.interruption = interruption
  }

  func run() -> ExitStatus {
    do {
      let status = try RunThreads.with(decoders: options.decoding.width) { threads in
        try await scan(on: threads)
      }
      // The pictures are there, but a program that reads the events has only some of them, and the
      // status is all that tells it so.
      guard let failure = report.lostEvents, !interruption.requested else { return status }
      return report.fail(failure)
    } catch {
      return report.end(after: error, interruption: interruption)
    }
  }

  /// Crawls the library and plans the jobs, then reports the plan or runs it.
  private func scan(on threads: RunThreads) async throws -> ExitStatus {
    // Two clocks: one that is comparable with the times of files, and one that nobody sets while the
    // run measures how long it takes.
    let startDate = WallClock.now
    let startSeconds = MonotonicClock.seconds

    let library = try start.paths.openLibrary()
    var setup = try ScanSetup(
      start,
      options,
      report: report,
      interruption: interruption
    )
    // The locks are held to the end of the run: without this, the compiler may release them after
    // the last use of the start.
    defer { withExtendedLifetime(start) {} }

    let pool = WorkerPool(options.decoding)
    // A worker takes some milliseconds to start, as long as the crawl takes to find work; and the
    // check of the output needs nothing of the crawl. So all three run at the same time.
    let previous = setup.previous
    let files = setup.files
    async let _ = startAhead(pool, ifNeededFor: previous.records, on: threads)
    async let prechecked = precheck(previous, files, on: threads)
    let listing = try await crawl(setup, at: start.roots, since: startSeconds, on: threads)
    if interruption.requested { return stopped() }

    let context = ScanContext(
      library: library,
      setup: setup,
      pool: pool,
      meter: ProgressMeter(report, since: startSeconds),
      listing: listing,
      options: options,
      interruption: interruption
    )
    var plan = try await plan(
      listing: listing,
      previous: &setup.previous,
      context: context,
      prechecked: prechecked
    )
    if interruption.requested { return stopped() }

    try checkGone(plan, setup.paths)
    reportOtherOptions(plan)
    if options.isReadOnly {
      let forecast = ScanForecast(
        plan: plan,
        paths: setup.paths,
        context: context,
        options: options,
        report: report
      )
      return try forecast.perform(adding: reportUnchanged(plan)) ?? stopped()
    }
    return try await carryOut(
      &plan,
      since: startDate,
      setup: setup,
      context: context,
      on: threads
    )
  }

  /// Runs the jobs of a plan, and returns the exit status; `startDate` is in nanoseconds since 1970.
  private func carryOut(
    _ plan: inout ScanPlan,
    since startDate: Int64,
    setup: ScanSetup,
    context: ScanContext,
    on threads: RunThreads
  ) async throws -> ExitStatus {
    let records = try RunRecords(plan, start: startDate, in: context.output.folder)
    var outcome = ScanOutcome(records: records, totals: reportUnchanged(plan))
    let failure = await performJobs(of: plan, context: context, on: threads, outcome: &outcome)
    if let failure {
      // The run cannot continue, as with a full disk: a manifest could not be written either. What
      // is drawn so far proves itself by its mark or by the run file, and the next run keeps it. The
      // run file stays, by which that run knows that files may be others than the ledger lists.
      context.reader.cache.summaries?.sweep()
      throw failure
    }
    return try finish(&plan, outcome: &outcome, setup: setup, context: context)
  }

  /// Writes what the run has made, and returns its exit status.
  private func finish(
    _ plan: inout ScanPlan,
    outcome: inout ScanOutcome,
    setup: ScanSetup,
    context: ScanContext
  ) throws -> ExitStatus {
    if interruption.requested, !outcome.records.hasChanges {
      // Nothing new is reported, and the last manifest stays.
      return stopped()
    }
    try outcome.records.close(&plan)
    let page = try write(&outcome, listing: plan.listing, setup: setup, context: context)
    if setup.paths.part == nil, try setup.page.isLeftOld(in: context.output.folder) {
      report.say(.pageOld(setup.page.path.bytes))
    }
    if let first = outcome.firstBlocked {
      let output = setup.paths.output.bytes
      report.say(.filesInTheWay(of: outcome.blocked, first: first.bytes, output: output))
    }
    return end(outcome.totals, page: page, setup: setup, context: context)
  }

  /// Starts the first worker if recordings have to be decoded for certain.
  private func startAhead(
    _ pool: WorkerPool,
    ifNeededFor index: LedgerRecords?,
    on threads: RunThreads
  ) async {
    // With a ledger, most scans decode nothing, and a process would be started in vain.
    let isNeeded = options.redoesAll || index == nil
    guard isNeeded, !options.isReadOnly else { return }
    // A failure is reported when a worker is needed.
    _ = await threads.perform { pool.start(cancel: interruption.descriptor) }
  }

  /// Returns for each record of the last ledger whether all its output files exist; nothing if that
  /// is to be found out file by file.
  private func precheck(
    _ previous: PreviousRun,
    _ files: OutputFiles,
    on threads: RunThreads
  ) async -> [Bool] {
    // With one thread there is none beside the crawl, and a list has few recordings of all.
    guard !options.redoesAll, options.decoding.width > 1, options.filesFrom == nil else {
      return []
    }
    let precheck = OutputPrecheck(previous, files: files, interruption: interruption)
    guard let precheck else { return [] }
    return await threads.perform { precheck.perform() }
  }

  /// Writes the manifest and the page, deletes unlisted files, writes the ledger, and returns the path
  /// of the page; a stopped run writes manifest and ledger only.
  // The order, and what a kill leaves after each step, is in `LedgerCommit`.
  private func write(
    _ outcome: inout ScanOutcome,
    listing: LibraryListing,
    setup: ScanSetup,
    context: ScanContext
  ) throws -> RawPath? {
    let paths = setup.paths
    let records = outcome.records
    // Before the manifest: a part that a signal reaches after it has entries of all its recordings.
    let part = partFacts(in: paths)
    let written = try writeManifest(records, setup: setup, context: context)
    var hasNoLeftovers = setup.previous.hasNoLeftovers
    var page: RawPath?
    // A part knows its own recordings only, and a stopped run has not looked at all of them: either
    // would take pictures for leftovers that are none, and make a page that lacks recordings.
    if paths.part == nil, !interruption.requested {
      let isListed = isListed(records, context)
      page = try setup.page.write(in: context.output)
      let pruning = Pruning(
        options,
        report: report,
        context: context,
        listing: listing,
        previous: setup.previous
      )
      if options.prune != .nothing {
        outcome.totals.deleted = try pruning.perform(except: isListed)
      } else {
        hasNoLeftovers = pruning.reportLeftovers(except: isListed)
      }
    }
    try writeLedger(
      records,
      of: written,
      part: part,
      hasNoLeftovers: hasNoLeftovers,
      listing: listing,
      setup: setup,
      context: context
    )
    return page
  }

  /// The facts of the part that this run scans; nil for the whole.
  private func partFacts(in paths: ScanPaths) -> PartFacts? {
    guard let shard = paths.part else { return nil }
    var facts = PartFacts(shard, library: paths.libraryDigest)
    facts.isComplete = !interruption.requested
    return facts
  }

  /// Reports the totals of the run and returns the exit status.
  private func end(
    _ totals: RunTotals,
    page: RawPath?,
    setup: ScanSetup,
    context: ScanContext
  ) -> ExitStatus {
    if setup.previous.isManifestDamaged {
      report.say(.manifestRepaired)
    }
    context.reader.cache.summaries?.sweep()
    switch context.reader.cache.summaries?.failure {
    case .full(let budget):
      report.say(.cacheFull(budget: Int(clamping: budget)))
    case .failed(let failure):
      report.say(.cacheUnusable(failure.path.bytes, errno: failure.errno))
    case nil: break
    }
    // A signal may arrive after the last picture; its sender expects its status.
    let statusOfSignal = interruption.requested ? stopped() : nil
    if !totals.unwritten.isEmpty {
      report.say(.captionsLeftOut(totals.unwritten))
    }
    report.done(totals, pictures: setup.paths.output.bytes, page: page?.bytes)
    return statusOfSignal ?? totals.exitStatus(options)
  }

  /// Lists the library on a thread of its own, so that files of the output can be checked meanwhile.
  private func crawl(
    _ setup: ScanSetup,
    at roots: CrawlRoots?,
    since began: Double,
    on threads: RunThreads
  ) async throws -> LibraryListing {
    let paths = setup.paths
    let records = setup.previous.records
    // Whether a file belongs to a part shows in its path, and the crawl need not look at others.
    let rules = Crawl.Rules(
      excluded: options.excludes,
      followsLinks: options.followsLinks,
      output: try setup.output?.folder.status().folder,
      part: paths.part,
      roots: roots
    )
    return try await threads.perform {
      do {
        return try LibraryListing(
          paths,
          rules: rules,
          after: records,
          minimumAge: options.minimumAge,
          interruption: interruption
        ) { found in
          var progress = RunProgress()
          progress.filesFound = found
          progress.elapsedSeconds = MonotonicClock.seconds - began
          report.progress(progress)
        }
      } catch let failure as SystemFailure {
        throw RunFailure.unreadable(paths.library.bytes, errno: failure.errno)
      }
    }
  }

  /// Creates the plan; before the manifest changes, its digest is verified, as entries are copied
  /// from it.
  private func plan(
    listing: LibraryListing,
    previous: inout PreviousRun,
    context: ScanContext,
    prechecked: [Bool]
  ) throws -> ScanPlan {
    var plan = ScanPlan(
      listing,
      since: previous,
      options: options,
      context: context,
      prechecked: prechecked
    )
    if let roots = listing.roots {
      plan.keep(
        try previous.entriesWithoutRecord { path in !roots.cover(path.bytes) }
      )
    }
    let hasProblems = !listing.problems.isEmpty || !plan.keptEntries.isEmpty
    let changesNothing = plan.jobs.isEmpty && !hasProblems && plan.vanished.isEmpty
    if !plan.vanished.isEmpty {
      previous.hasNoLeftovers = false
    }
    // Reading all of manifest and lines is for runs that write: one that changes nothing copies nothing,
    // and `verify` is there to find rot. A merge wants all lines of a part.
    let isDamaged =
      if changesNothing {
        try context.files.output?.names != .whole && previous.discardLostLines()
      } else {
        try previous.discardLostLines() || previous.discardDamagedManifest(interruption)
      }
    guard isDamaged else { return plan }
    // What is not looked at cannot be made again.
    if listing.roots != nil { throw RunFailure.listNeedsScan }
    return ScanPlan(listing, since: previous, options: options, context: context, prechecked: [])
  }

  private func reportUnchanged(_ plan: ScanPlan) -> RunTotals {
    let reportsAll = report.reportsEachFile
    var totals = reportsAll ? RunTotals() : plan.quietTotals
    totals.waiting = plan.listing.waiting.count
    totals.passedOver = plan.listing.passedOver
    totals.absent = plan.listing.absent
    totals.linkedFoldersNotEntered = plan.listing.linkedFolders
    totals.withoutExtension = plan.listing.withoutExtension
    for problem in plan.listing.problems {
      report.finished(RecordingResult(problem.path, problem.problem), addingTo: &totals)
    }
    plan.forEachUnchanged(all: reportsAll) { result in
      report.finished(result, addingTo: &totals)
    }
    return totals
  }

  /// Reports which options differ from those of the last scan, and what is drawn for that.
  private func reportOtherOptions(_ plan: ScanPlan) {
    let names = plan.previous.differing(from: options)
    if names.isEmpty { return }
    // Without the same settings every known recording is a job, whatever else is to do.
    let isForSettings = !plan.previous.hasSameSettings
    let due = isForSettings ? plan.jobs.count { job in plan.record(job.index) != nil } : 0
    report.say(.otherOptions(names, due: due))
  }

  private func stopped() -> ExitStatus {
    report.say(.stopped)
    return interruption.exitStatus()
  }
}

// Recordings that are gone.
extension ScanRun {
  // Below that, a user knows what was deleted. Untuned.
  private static let manyGone = 20

  /// Ends a run that finds none of the recordings of the last one, since the disk may not be mounted or the
  /// library be another; reports how many are gone.
  private func checkGone(_ plan: ScanPlan, _ paths: ScanPaths) throws(RunFailure) {
    // A part may have no recordings of its own, and one that becomes empty is no unmounted disk.
    guard paths.part == nil, !interruption.requested else { return }
    if let roots = plan.listing.roots { return try checkGone(roots, plan, paths) }
    guard let known = plan.previous.records?.count else { return }
    let gone = plan.vanished.count
    guard gone > 0 else { return }
    if gone == known, !options.redoesAll {
      let isEmpty = plan.listing.files.count == 0
      if !isEmpty {
        throw .otherLibrary(paths.library.bytes, output: paths.output.bytes, had: known)
      }
      if plan.listing.problems.isEmpty { throw .libraryEmptied(paths.library.bytes, had: known) }
    }
    // More than half of a library is worth a line even where nothing is deleted.
    if gone >= Self.manyGone, gone * 2 > known {
      report.say(.manyGone(gone, of: known))
    }
  }
}

extension ScanRun {
  /// Ends a run over a list of which nothing exists, in a library that has no recordings.
  private func checkGone(
    _ roots: CrawlRoots,
    _ plan: ScanPlan,
    _ paths: ScanPaths
  ) throws(RunFailure) {
    guard roots.count > 0, plan.listing.absent == roots.count, !options.redoesAll else { return }
    do throws(SystemFailure) {
      let rules = Crawl.Rules(excluded: options.excludes, followsLinks: options.followsLinks)
      var crawl = try Crawl(paths.library, rules: rules) { interruption.requested }
      // The first recording shows that the disk is there.
      crawl.run { found in found == 0 && !interruption.requested }
      if crawl.files.count > 0 || interruption.requested { return }
    } catch {
      throw .unreadable(paths.library.bytes, errno: error.errno)
    }
    throw .listedGone(paths.library.bytes)
  }
}

// Decoding and drawing.
extension ScanRun {
  /// Performs the jobs of a plan; returns why the run cannot continue, or nil.
  private func performJobs(
    of plan: ScanPlan,
    context: ScanContext,
    on threads: RunThreads,
    outcome: inout ScanOutcome
  ) async -> RunFailure? {
    let meter = context.meter
    defer { outcome.totals.elapsedSeconds = meter.elapsedSeconds }
    guard !plan.jobs.isEmpty else { return nil }
    // Started before the first recording: where no worker can start, each recording would fail for
    // the same reason, and none is at fault.
    switch context.reader.pool.start(cancel: interruption.descriptor) {
    case .success(let layers): report.isolation(layers)
    case .failure(let failure): return failure.endsTheRun
    }
    reportSandboxOfFFmpeg(context.reader.ffmpeg?.program)

    let work = plan.jobs.reduce(0) { sum, job in sum + plan.cost(job).seconds }
    meter.begin(work: work) { progress in
      progress.filesFound = plan.listing.files.count - plan.kept
      progress.filesDone = progress.filesFound - plan.jobs.count
    }
    defer { context.reader.pool.shutDown() }
    let group = RecordingGroup(plan: plan, context: context, threads: threads)
    return await threads.showing(meter) {
      await group.perform { job, result in
        meter.finished(
          job.index,
          costing: plan.cost(job),
          seconds: result.secondsDecoded,
          isFailed: result.status == .failed
        )
        add(result, of: job, in: plan, to: &outcome)
      }
    }
  }

  /// Reports how ffmpeg is sandboxed, to those who asked for ffmpeg and for details.
  // Only a trial shows the sandbox, and a library without m4a should not wait for one.
  private func reportSandboxOfFFmpeg(_ ffmpeg: FFmpegProgram?) {
    let isAsked = options.decoding.ffmpeg == .all && options.verbosity == .everyFile
    guard isAsked, let ffmpeg else { return }
    let sandbox = ffmpeg.sandbox(cancel: interruption.descriptor)
    let megabytes = Int(FFmpegSandbox.memory >> 20)
    report.say(.ffmpeg(ffmpeg.path.bytes, layers: sandbox.layers.names, megabytes: megabytes))
  }

  private func add(
    _ result: RecordingResult,
    of job: RecordingJob,
    in plan: ScanPlan,
    to outcome: inout ScanOutcome
  ) {
    var result = result
    if isKnownFailure(result, of: job, in: plan) {
      result.isKnownFailure = true
    }
    if result.hiddenChange == .content {
      report.say(.changedInPlace(result.path.bytes))
    }
    if result.problem == ManifestProblem(.foreignPicture) {
      outcome.blocked += 1
      // Jobs end in any order.
      outcome.firstBlocked = min(outcome.firstBlocked ?? result.path, result.path)
    }
    outcome.totals.secondsDecoded += result.secondsDecoded
    report.finished(result, addingTo: &outcome.totals)
    outcome.records.add(result, of: job)
  }

  /// Returns whether the last manifest lists a failure of the same content.
  // A nightly run is to name what is new. A timeout or a full memory is no property of the content,
  // and may concern another recording each night, so that it never counts as known.
  private func isKnownFailure(
    _ result: RecordingResult,
    of job: RecordingJob,
    in plan: ScanPlan
  ) -> Bool {
    guard let problem = result.problem, problem.isContentFault else { return false }
    guard let last = plan.lastProblem(job), last.isContentFault else { return false }
    return plan.record(job.index)?.digest == result.entry.digest
  }
}
