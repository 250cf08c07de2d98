import Library
import System

/// What is to be done about everything a crawl found, decided without opening anything.
struct ScanPlan {
  let listing: LibraryListing
  private(set) var jobs: [RecordingJob] = []
  /// What has not changed since the last run.
  private(set) var unchanged: [RecordingRecord] = []
  /// What the last run knew of those that are looked at again, by their place in the crawl.
  private(set) var past: [Int: RecordingRecord] = [:]

  /// `prechecked` tells, by places in the memory of the last run, whether all files are there.
  init(
    _ listing: LibraryListing, _ lastRun: inout LastRun, _ options: ScanOptions,
    tools: ScanTools, prechecked: [Bool]
  ) {
    self.listing = listing
    // As many as there may be, of which only those that are filled take memory.
    jobs.reserveCapacity(listing.files.count)
    for index in 0..<listing.files.count {
      // Each recording may have a file of markers beside it, which is read here.
      if index & 63 == 0 || tools.showsMarkersBeside, tools.interruption.requested { return }
      add(index, &lastRun, options, tools, prechecked)
    }
    // What costs most comes first, so that no long one is left for the end.
    jobs.sort { one, other in
      let (cost, otherCost) = (one.cost.seconds, other.cost.seconds)
      return cost != otherCost ? cost > otherCost : one.index < other.index
    }
    jobs = Self.samplesFirst(jobs)
    markLeftAlone(width: tools.width)
    markShort(width: tools.width)
  }

  /// Takes a recording up as unchanged or as a job.
  private mutating func add(
    _ index: Int, _ lastRun: inout LastRun, _ options: ScanOptions, _ tools: ScanTools,
    _ prechecked: [Bool]
  ) {
    let path = listing.files.path(index)
    let found = lastRun.recording(at: path)
    let known = found?.record
    let identity = listing.files.identity(index)
    let isSame = known?.isOfSameFile(identity, ignoringInode: options.ignoresInode) ?? false
    let isUpToDate =
      lastRun.hasSameSettings && !options.redoesAll
      && known.map {
        !$0.isWorthAnotherTry(with: options.decoding)
          && Self.areFilesWhole($0, found?.place, prechecked, tools)
          && tools.hasSameMarkers($0) && tools.hasSameCover($0)
      } ?? false
    if let known, isSame, isUpToDate {
      unchanged.append(known.met(by: .unchanged))
      return
    }
    past[index] = known
    var job = RecordingJob(
      index: index, path: path,
      cost: JobCost(
        path, bytes: identity.size, isKnown: tools.isKnown(known, identity),
        outputs: tools.files.count))
    job.sharesItsSize = listing.sharesItsSize(index)
    if let known {
      job.learn(from: known, identity, isSame, isUpToDate, trusts: !options.redoesAll)
    }
    jobs.append(job)
  }

  /// Whether all files of a recording are there, which the precheck may know already.
  private static func areFilesWhole(
    _ known: RecordingRecord, _ place: Int?, _ prechecked: [Bool], _ tools: ScanTools
  ) -> Bool {
    if let place, place < prechecked.count, known.made != nil { return prechecked[place] }
    return tools.files.areWhole(known)
  }

  /// Hands the jobs over; the plan has none after that.
  mutating func takeJobs() -> [RecordingJob] {
    defer { jobs = [] }
    return jobs
  }

  /// The jobs with one of middle cost of each class in front, so that the time left is known soon.
  private static func samplesFirst(_ jobs: [RecordingJob]) -> [RecordingJob] {
    var places = [[Int]](repeating: [], count: JobCost.classes)
    for (place, job) in jobs.enumerated() { places[job.cost.costClass].append(place) }
    // Of a class with fewer jobs, the first one comes soon enough.
    let samples = places.filter { $0.count >= fewOfAKind }.map { $0[$0.count / 2] }
    guard samples.count > 1 else { return jobs }
    let isSample = Set(samples)
    return samples.map { jobs[$0] }
      + jobs.indices.filter { !isSample.contains($0) }.map { jobs[$0] }
  }

  private static let fewOfAKind = 4

  /// Marks short recordings, as long as enough come after them for every thread.
  private mutating func markShort(width: Int) {
    let turns = jobs.dropLast(2 * width * JobQueue.mostInTurn)
    for place in turns.indices {
      let size = listing.files.identity(jobs[place].index).size
      jobs[place].isShort = size <= JobQueue.mostBytesOfShort
    }
  }

  /// Marks the recordings that take longer than all behind them would take the other threads.
  private mutating func markLeftAlone(width: Int) {
    var behind = 0.0
    for place in jobs.indices.reversed() {
      let cost = jobs[place].cost
      jobs[place].isLeftAlone = cost.seconds > behind / Double(max(width - 1, 1))
      jobs[place].cost = cost.shared(jobs[place].isLeftAlone)
      // What has a digest is most likely known.
      if jobs[place].lastDigest == nil { behind += cost.seconds }
    }
  }
}

extension RecordingJob {
  /// Takes over what an earlier run knew of the recording: its entry and pictures, and what may be
  /// trusted of its content.
  fileprivate mutating func learn(
    from known: RecordingRecord, _ now: FileIdentity, _ isSame: Bool, _ isUpToDate: Bool,
    trusts: Bool
  ) {
    if case .kept(let entry) = known.entry { lastEntry = entry }
    hadPictures = known.made != nil
    guard trusts else { return }
    isOtherwiseUnchanged = isUpToDate
    if isSame { trustedDigest = known.digest }
    if known.size == now.size { lastDigest = known.digest }
  }
}
