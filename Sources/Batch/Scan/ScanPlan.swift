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

  init(
    _ listing: LibraryListing, _ lastRun: inout LastRun, _ options: ScanOptions,
    tools: ScanTools, precheck: OutputPrecheck?
  ) {
    let prechecked = precheck?.finish() ?? []
    self.listing = listing
    // As many as there may be, of which only those that are filled take memory.
    jobs.reserveCapacity(listing.files.count)
    for index in 0..<listing.files.count {
      // Files of markers are read here, of which there may be as many.
      if index & 63 == 0 || tools.showsMarkersBeside, tools.interruption.requested { return }
      let path = listing.files.path(index)
      let found = lastRun.recording(at: path)
      let known = found?.record
      let identity = listing.files.identity(index)
      let isSame = known?.isOfSameFile(identity, ignoringInode: options.ignoresInode) ?? false
      let holds =
        lastRun.hasSameSettings && !options.redoesAll
        && known.map {
          !$0.isWorthAnotherTry(with: options.decoding)
            && Self.areFilesWhole($0, found?.place, prechecked, tools)
            && tools.hasSameMarkers($0) && tools.hasSameCover($0)
        } ?? false
      if let known, isSame, holds {
        unchanged.append(known.met(by: .unchanged))
        continue
      }
      past[index] = known
      var job = RecordingJob(
        index: index, path: path,
        cost: JobCost(path, bytes: identity.size, isKnown: tools.isKnown(known, identity)))
      job.sharesItsSize = listing.sharesItsSize(index)
      if let known { job.learn(from: known, identity, isSame, holds, trusts: !options.redoesAll) }
      jobs.append(job)
    }
    // The largest first, so that no long one is left for the end.
    jobs.sort { one, other in
      one.cost.bytes != other.cost.bytes
        ? one.cost.bytes > other.cost.bytes : one.index < other.index
    }
    markLeftAlone(width: tools.width)
    markShort(width: tools.width)
  }

  /// Whether all files of a recording are there: of one with pictures it may be known already.
  private static func areFilesWhole(
    _ known: RecordingRecord, _ place: Int?, _ prechecked: [Bool], _ tools: ScanTools
  ) -> Bool {
    if let place, place < prechecked.count, known.made != nil { return prechecked[place] }
    return tools.files.areWhole(known)
  }

  /// Hands the jobs over, of which the plan has none from now on.
  mutating func takeJobs() -> [RecordingJob] {
    defer { jobs = [] }
    return jobs
  }

  /// Marks short recordings, as long as enough come after them for every thread.
  private mutating func markShort(width: Int) {
    let turns = jobs.dropLast(2 * width * JobQueue.mostInTurn)
    for place in turns.indices {
      let size = listing.files.identity(jobs[place].index).size
      jobs[place].isShort = size <= JobQueue.mostBytesOfShort
    }
  }

  /// Marks the recordings that are longer than all behind them would take the other threads.
  private mutating func markLeftAlone(width: Int) {
    var behind: Int64 = 0
    for place in jobs.indices.reversed() {
      let size = listing.files.identity(jobs[place].index).size
      jobs[place].isLeftAlone = size > behind / Int64(max(width - 1, 1))
      // What has a digest is most likely known.
      if jobs[place].lastDigest == nil { behind = min(behind, .max / 2) + min(size, .max / 2) }
    }
  }
}

extension RecordingJob {
  /// Takes over what an earlier run knew of the recording: its entry and pictures, and what may be
  /// trusted of its content.
  fileprivate mutating func learn(
    from known: RecordingRecord, _ now: FileIdentity, _ isSame: Bool, _ holds: Bool, trusts: Bool
  ) {
    if case .kept(let entry) = known.entry { lastEntry = entry }
    hadPictures = known.made != nil
    guard trusts else { return }
    isOtherwiseUnchanged = holds
    if isSame { trustedDigest = known.digest }
    if known.size == now.size { lastDigest = known.digest }
  }
}
