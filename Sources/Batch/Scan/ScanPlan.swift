import Library
import System

/// What is to be done about everything a crawl found, decided without opening anything.
struct ScanPlan: Sendable {
  let listing: LibraryListing
  /// The files with what the last run knew of each.
  private(set) var known: KnownFiles
  /// In the order in which they are to be done.
  private(set) var jobs: [PlannedJob] = []
  /// How many files have not changed since the last run, by how they ended.
  private(set) var unchanged = ManifestCounts()
  /// What those of them count for of which there is nothing to say.
  private(set) var unremarkable = RunTotals()
  /// How each file stands, by its place in the crawl.
  private var standings: [Standing] = []
  /// How many files each recording gets.
  private let outputs: Int
  /// What the last run knew of a content may be trusted.
  private let trusts: Bool

  private enum Standing: UInt8 {
    case isJob
    case isUnchanged
    /// It has not changed, and it failed or is truncated, which is said again.
    case isUnchangedAndTold
  }

  /// `prechecked` tells, by places in the memory of the last run, whether all files are there.
  init(
    _ listing: LibraryListing, _ lastRun: inout LastRun, _ options: ScanOptions,
    tools: ScanTools, prechecked: [Bool]
  ) {
    self.listing = listing
    known = KnownFiles(listing.files, lastRun.past)
    (outputs, trusts) = (tools.files.count, !options.redoesAll)
    standings.reserveCapacity(listing.files.count)
    for index in 0..<listing.files.count {
      // Each recording may have a file of markers beside it, which is read here.
      if index & 63 == 0 || tools.showsMarkersBeside, tools.interruption.requested { return }
      standings.append(add(index, &lastRun, options, tools, prechecked))
    }
    // What costs most comes first, so that no long one is left for the end.
    jobs.sort { one, other in
      one.seconds != other.seconds ? one.seconds > other.seconds : one.index < other.index
    }
    putSamplesFirst()
    markLeftAlone(width: tools.width)
    markShort(width: tools.width)
  }

  /// Whether a file has not changed since the last run.
  func isUnchanged(_ index: Int) -> Bool { standings[index] != .isJob }

  /// What has not changed since the last run, in the order of paths: all of it, or only that of
  /// which there is something to say.
  func forEachUnchanged(all: Bool, _ body: (RecordingRecord) -> Void) {
    for (index, standing) in standings.enumerated() where standing != .isJob {
      guard all || standing == .isUnchangedAndTold else { continue }
      if let record = known.record(index) { body(record.met(by: .unchanged)) }
    }
  }

  /// A job, with all that is known for it.
  func job(_ planned: PlannedJob) -> RecordingJob {
    let index = planned.index
    var job = RecordingJob(index: index, path: listing.files.path(index), cost: cost(planned))
    job.sharesItsSize = listing.sharesItsSize(index)
    (job.isLeftAlone, job.isShort) = (planned.isLeftAlone, planned.isShort)
    guard let past = known.facts(index) else { return job }
    if case .kept(let entry) = past.entry { job.lastEntry = entry }
    job.hadPictures = past.made != nil
    job.isOtherwiseUnchanged = planned.isUpToDate
    if planned.isSame { job.trustedDigest = past.digest }
    if planned.hasDigest { job.lastDigest = past.digest }
    return job
  }

  /// What a job costs.
  func cost(_ planned: PlannedJob) -> JobCost {
    let bytes = Int(clamping: listing.files.identity(planned.index).size)
    return JobCost(planned.kind, bytes: bytes, outputs: outputs).shared(planned.isLeftAlone)
  }

  /// Takes a recording up as unchanged or as a job, and says as which.
  private mutating func add(
    _ index: Int, _ lastRun: inout LastRun, _ options: ScanOptions, _ tools: ScanTools,
    _ prechecked: [Bool]
  ) -> Standing {
    let path = listing.files.path(index)
    let identity = listing.files.identity(index)
    let place = lastRun.place(of: path)
    if let place {
      known.note(place, of: index)
      if trusts, lastRun.hasSameSettings, !tools.looksBeside, place < prechecked.count,
        prechecked[place], let memory = lastRun.past.memory,
        memory.isPlain(place, identity, ignoringInode: options.ignoresInode)
      {
        unchanged.count(.ok)
        unremarkable.countUnchanged()
        return .isUnchanged
      }
    }
    let past = lastRun.record(place, at: path)
    let isSame = past?.isOfSameFile(identity, ignoringInode: options.ignoresInode) ?? false
    let isUpToDate =
      lastRun.hasSameSettings && trusts
      && past.map {
        !$0.isWorthAnotherTry(with: options.decoding)
          && Self.areFilesWhole($0, place, prechecked, tools)
          && tools.hasSameMarkers($0) && tools.hasSameCover($0)
      } ?? false
    if let past, isSame, isUpToDate {
      unchanged.count(past.status)
      if past.isRemarkable { return .isUnchangedAndTold }
      unremarkable.count(past.met(by: .unchanged))
      return .isUnchanged
    }
    let isKnown = tools.isKnown(past, identity)
    var job = PlannedJob(
      index: index, JobCost(path, bytes: identity.size, isKnown: isKnown, outputs: outputs))
    (job.isSame, job.isUpToDate) = (isSame && trusts, isUpToDate)
    job.hasDigest = trusts && past?.size == identity.size && past?.digest != nil
    jobs.append(job)
    return .isJob
  }

  /// Whether all files of a recording are there, which the precheck may know already.
  private static func areFilesWhole(
    _ known: RecordingRecord, _ place: Int?, _ prechecked: [Bool], _ tools: ScanTools
  ) -> Bool {
    if let place, place < prechecked.count, known.made != nil { return prechecked[place] }
    return tools.files.areWhole(known)
  }

  /// Forgets the jobs, which are all done.
  mutating func forgetJobs() {
    jobs = []
  }

  /// Puts one of middle cost of each class in front, so that the time left is known soon.
  private mutating func putSamplesFirst() {
    var places = [[Int32]](repeating: [], count: JobCost.classes)
    for (place, job) in jobs.enumerated() { places[cost(job).costClass].append(Int32(place)) }
    // Of a class with fewer jobs, the first one comes soon enough.
    let samples = places.filter { $0.count >= Self.fewOfAKind }.map { Int($0[$0.count / 2]) }
    guard samples.count > 1 else { return }
    let first = samples.map { jobs[$0] }
    for place in samples.sorted(by: >) { jobs.remove(at: place) }
    jobs.insert(contentsOf: first, at: 0)
  }

  private static let fewOfAKind = 4

  /// Marks short recordings, as long as enough come after them for every thread.
  private mutating func markShort(width: Int) {
    for place in jobs.indices.dropLast(2 * width * JobQueue.mostInTurn) {
      let size = listing.files.identity(jobs[place].index).size
      jobs[place].isShort = size <= JobQueue.mostBytesOfShort
    }
  }

  /// Marks the recordings that take longer than all behind them would take the other threads.
  private mutating func markLeftAlone(width: Int) {
    var behind = 0.0
    for place in jobs.indices.reversed() {
      let seconds = Double(jobs[place].seconds)
      jobs[place].isLeftAlone = seconds > behind / Double(max(width - 1, 1))
      // What has a digest is most likely known.
      if !jobs[place].hasDigest { behind += seconds }
    }
  }
}
