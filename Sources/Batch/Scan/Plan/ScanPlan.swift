import Bytes
import Library
import System

/// Decides which crawled files are unchanged and which are jobs, without opening any.
struct ScanPlan: Sendable {
  let listing: LibraryListing
  /// For each file its place in the index of the last run, or -1.
  private(set) var places: [Int32] = []
  let previous: PreviousRun
  /// The places in the index of the recordings that the crawl did not find.
  private(set) var vanished: [Int] = []
  /// In the order of processing.
  private(set) var jobs: [RecordingJob] = []
  /// The number of unchanged files by status.
  private(set) var unchanged = ManifestCounts()
  /// The totals of unchanged files that are not reported one by one.
  private(set) var unremarkable = RunTotals()
  /// The state of each file, by its place in the crawl.
  private var standings: [Standing] = []
  private let outputs: Int
  /// The index of the last run may be trusted.
  private let trusts: Bool

  private enum Standing: UInt8 {
    case isJob
    case isUnchanged
    /// Unchanged, and failed or damaged, which is reported again.
    case isUnchangedAndReported
  }

  /// `prechecked` contains, for each place in the last index, whether all output files exist.
  init(
    _ listing: LibraryListing, _ previous: PreviousRun, _ options: ScanOptions,
    tools: ScanTools, prechecked: [Bool]
  ) {
    self.listing = listing
    self.previous = previous
    outputs = tools.making.outputs.count
    trusts = !options.redoesAll
    places.reserveCapacity(listing.files.count)
    standings.reserveCapacity(listing.files.count)
    var walk = previous.index.map(ScanIndexWalk.init)
    listing.files.forEach { index, path in
      // Each recording may have a file of markers beside it, which is read here.
      if index & 63 == 0 || tools.showsMarkersBeside, tools.interruption.requested { return false }
      let place = walk?.find(path)
      places.append(Int32(place ?? -1))
      standings.append(add(index, path, at: place, options, tools, prechecked))
      return true
    }
    walk?.finish()
    vanished = walk?.missing ?? []
    markSharedSizes()
    // The most expensive jobs come first, so that no long one is left for the end.
    jobs.sort { one, other in
      one.seconds != other.seconds ? one.seconds > other.seconds : one.index < other.index
    }
    // Each part of a shared recording may keep its points in an open file.
    if tools.batch == JobSchedule.batchSize {
      markTail(width: tools.reader.width)
    }
    markBatchable()
  }

  func isUnchanged(_ index: Int) -> Bool { standings[index] != .isJob }

  /// Calls `body` for each recording that has not changed since the last run, in the order of paths,
  /// or only for those that are reported again.
  func forEachUnchanged(all: Bool, _ body: (RecordingResult) -> Void) {
    for (index, standing) in standings.enumerated() where standing != .isJob {
      guard all || standing == .isUnchangedAndReported else { continue }
      if let result = result(index, .unchanged) {
        body(result)
      }
    }
  }

  /// The place of a file in the index of the last run.
  func place(_ index: Int) -> Int? { places[index] < 0 ? nil : Int(places[index]) }

  /// Returns the result of an unchanged file.
  func result(_ index: Int, _ source: OutcomeSource) -> RecordingResult? {
    place(index).flatMap { previous.result($0, at: listing.files.path(index), source) }
  }

  func record(_ index: Int) -> PackedRecord? { place(index).flatMap { previous.index?[$0] } }
  func path(_ job: RecordingJob) -> RawPath { listing.files.path(job.index) }

  /// The digest of the content at the last run, if that had the same size.
  func lastDigest(_ job: RecordingJob) -> ContentDigest? {
    job.flags.contains(.hasDigest) ? record(job.index)?.digest : nil
  }

  /// The digest of the content, if the file is known to be the same.
  func trustedDigest(_ job: RecordingJob) -> ContentDigest? {
    job.flags.contains(.sameFile) && !job.flags.contains(.digestFirst)
      ? record(job.index)?.digest : nil
  }

  func size(_ job: RecordingJob) -> Int64 { listing.files.identity(job.index).size }

  func cost(_ job: RecordingJob) -> JobCost {
    JobCost(job.kind, bytes: Int(clamping: size(job)), outputs: outputs)
  }

  /// Decides whether a recording is unchanged or a job.
  private mutating func add(
    _ index: Int, _ path: RawPath, at place: Int?, _ options: ScanOptions, _ tools: ScanTools,
    _ prechecked: [Bool]
  ) -> Standing {
    let identity = listing.files.identity(index)
    let last = place.flatMap { previous.index?[$0] }
    let isSame = last?.isOfSameFile(identity, ignoringInode: options.ignoresInode) ?? false
    if trusts, previous.hasSameSettings, let place, let last,
      isUpToDate(last, place, path, options, tools, prechecked)
    {
      guard isSame else { return addJob(index, path, last, .upToDate, tools) }
      unchanged.count(last.status)
      if last.isRemarkable { return .isUnchangedAndReported }
      unremarkable.countUnchanged(last)
      return .isUnchanged
    }
    return addJob(index, path, last, isSame && trusts ? .sameFile : [], tools)
  }

  /// Whether all outputs of a recording are those that this run would write.
  private func isUpToDate(
    _ last: PackedRecord, _ place: Int, _ path: RawPath, _ options: ScanOptions,
    _ tools: ScanTools, _ prechecked: [Bool]
  ) -> Bool {
    let problem = last.isMade ? nil : previous.problem(place)
    if problem?.isWorthAnotherTry(with: options.decoding) ?? false { return false }
    let isChecked = last.isMade && place < prechecked.count
    let areWhole =
      isChecked
      ? prechecked[place] && tools.files.isIntact(path)
      : tools.files.areWhole(of: path, previous.index?.tables.sizes(of: last) ?? [], problem)
    return areWhole && tools.showsSame(last, path)
  }

  private mutating func addJob(
    _ index: Int, _ path: RawPath, _ last: PackedRecord?, _ flags: RecordingJob.Flags,
    _ tools: ScanTools
  ) -> Standing {
    let size = listing.files.identity(index).size
    let hasDigest = trusts && last?.size == size && last?.digest != nil
    let cost = JobCost(
      path, bytes: size, isKnown: hasDigest && tools.reader.cache.isKept, outputs: outputs)
    jobs.append(RecordingJob(index: index, cost, hasDigest ? flags.union(.hasDigest) : flags))
    return .isJob
  }

  mutating func forgetJobs() { jobs = [] }

  /// Marks the recordings with the size of another file.
  private mutating func markSharedSizes() {
    guard !jobs.isEmpty else { return }
    var counts: [Int64: Int] = [:]
    for job in jobs {
      counts[size(job)] = 0
    }
    for index in 0..<listing.files.count {
      counts[listing.files.identity(index).size]? += 1
    }
    for (place, job) in jobs.enumerated() where size(job) > 0 && counts[size(job), default: 0] > 1 {
      jobs[place].flags.insert(.sharesSize)
    }
  }

  /// Marks short recordings.
  private mutating func markBatchable() {
    for place in jobs.indices where size(jobs[place]) <= JobSchedule.maximumBytesOfShort {
      jobs[place].flags.insert(.batchable)
    }
  }

  /// Marks the recordings that take longer than the other threads need for all later ones.
  private mutating func markTail(width: Int) {
    var behind = 0.0
    for place in jobs.indices.reversed() {
      let seconds = Double(jobs[place].seconds)
      if seconds > behind / Double(max(width - 1, 1)) {
        jobs[place].flags.insert(.dominatesTail)
      }
      // What has a digest is most likely known.
      if !jobs[place].flags.contains(.hasDigest) {
        behind += seconds
      }
    }
  }
}
