import Decoding
import Glibc
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The recordings of a run, in the order of path bytes: those that a crawl has found, and those of the
/// last run that are not looked at.
struct LibraryListing {
  private(set) var files: CrawledFiles
  /// The folders that were crawled.
  let folders: CrawledFolders
  /// The problems that belong to this part.
  let problems: [CrawlProblem]
  let linkedFolders: Int
  let withoutExtension: Int
  /// The roots of the crawl; nil if it was of the whole library.
  let roots: CrawlRoots?
  /// The listed paths that a crawl of the whole library passes over.
  private(set) var passedOver = 0
  /// The listed paths that do not exist.
  private(set) var absent = 0
  /// The recordings that changed too recently.
  private(set) var waiting: [RawPath] = []
  /// For each file whether its entry of the last run stays as it is; empty if there is none such.
  private var stays: [Bool] = []

  /// Crawls the library; `records` are those of the last run, and recordings that changed less than
  /// `minimumAge` seconds ago wait.
  init(
    _ paths: ScanPaths,
    rules: Crawl.Rules,
    after records: LedgerRecords?,
    minimumAge: Double?,
    interruption: Interruption,
    progress: (Int) -> Void
  ) throws {
    let part = paths.part
    var crawl = try Crawl(paths.library, rules: rules) { interruption.requested }
    var steps = 0
    // Folders without recordings are steps too, and may be many and slow.
    crawl.run { found in
      steps += 1
      // 64 steps take less than a millisecond on a local disk, and on a slow one a signal is
      // heard after 64 answers.
      guard steps.isMultiple(of: 64) else { return true }
      progress(found)
      return !interruption.requested
    }
    files = crawl.files
    folders = crawl.files.folders
    // A name that cannot be entered is listed by one part only.
    problems = crawl.problems.filter { problem in part?.owns(problem.path.bytes) ?? true }
    linkedFolders = crawl.linkedFolders
    withoutExtension = crawl.withoutExtension
    roots = rules.roots
    if interruption.requested { return }
    try requireReadable()
    try countUnmet(crawl.metRoots, in: Folder(at: paths.library), until: interruption)
    join(records, minimumAge: minimumAge)
  }

  /// The recordings, in the order of path bytes.
  var paths: some Sequence<RawPath> { (0..<files.count).lazy.map(files.path) }

  /// Returns whether there is a recording of that path, whatever its result.
  func contains(_ path: RawPath) -> Bool {
    let index = files.firstIndex(notBefore: path)
    return index < files.count && files.path(index) == path
  }

  /// Whether the entry of the last run stays, without a look at the recording.
  func isKept(_ index: Int) -> Bool { !stays.isEmpty && stays[index] }
}

// What `--files-from` and `--min-age` leave as it was.
extension LibraryListing {
  /// Throws if a listed path, or a folder above one, cannot be read: what is there stays unknown.
  private func requireReadable() throws(RunFailure) {
    guard let roots else { return }
    for problem in problems {
      let isBelowRoot =
        roots.cover(problem.path.bytes) && roots.index(of: problem.path.bytes) == nil
      if isBelowRoot { continue }
      if case .unreadableFolder(let number) = problem.problem {
        throw .unreadable(problem.path.bytes, errno: number)
      }
      if case .decoding(.unreadable(let number)) = problem.problem {
        throw .unreadable(problem.path.bytes, errno: number)
      }
    }
  }

  /// Counts the roots that the crawl has not met: they are absent, or passed over.
  private mutating func countUnmet(
    _ met: Set<Int>,
    in library: borrowing Folder,
    until interruption: Interruption
  ) throws(RunFailure) {
    guard let roots else { return }
    for index in 0..<roots.count where !met.contains(index) {
      if index.isMultiple(of: 64), interruption.requested { return }
      let root = roots[index]
      do throws(SystemFailure) {
        _ = try library.status(of: root, followingLinks: false)
        passedOver += 1
      } catch {
        switch error.errno {
        case ENOENT, ENOTDIR, ENAMETOOLONG: absent += 1
        // A link that leads to itself.
        case ELOOP: passedOver += 1
        default: throw .unreadable(root.bytes, errno: error.errno)
        }
      }
    }
  }

  /// Adds the recordings of the last run that the crawl has not looked for, and takes out those that
  /// changed too recently and have no entry yet.
  private mutating func join(_ records: LedgerRecords?, minimumAge: Double?) {
    let isYoung = Self.ageTest(minimumAge)
    let hasYoung = minimumAge != nil && (0..<files.count).contains { isYoung(files.identity($0)) }
    let hasOthers = roots != nil && records != nil
    guard hasYoung || hasOthers else { return }

    let crawled = files
    var join = ListingJoin(below: folders, after: records, besides: roots)
    crawled.forEach { index, path in
      let identity = crawled.identity(index)
      join.add(
        path,
        identity: identity,
        folderDevice: crawled.folderDevice(index),
        waits: isYoung(identity)
      )
      return true
    }
    join.addKept(before: nil)
    files = join.files
    stays = join.stays
    waiting = join.waiting
  }

  private static let secondsOfDay: Int64 = 86_400

  /// Returns since when each recording waits, in seconds since 1970 by the hash of its path, and those
  /// that have waited for a day; `past` is what the last run has returned.
  func waitingTimes(
    after past: [UInt64: Int64],
    now: Int64
  ) -> (times: [UInt64: Int64], overdue: [RawPath]) {
    if past.isEmpty, waiting.isEmpty { return ([:], []) }
    // Of recordings that were not looked at, nothing else is known.
    var times = roots == nil ? [:] : past
    for index in 0..<files.count where !times.isEmpty && !isKept(index) {
      times[StableHash.of(files.path(index).bytes)] = nil
    }
    var overdue: [RawPath] = []
    for path in waiting {
      let hash = StableHash.of(path.bytes)
      var since = min(past[hash] ?? now, now)
      if now - since >= Self.secondsOfDay {
        overdue.append(path)
        // Named once a day, however often the scan runs.
        since = now
      }
      times[hash] = since
    }
    return (times, overdue)
  }

  /// Returns whether a file changed less than so many seconds ago; a time in the future is not young.
  private static func ageTest(_ seconds: Double?) -> (FileIdentity) -> Bool {
    guard let seconds else { return { _ in false } }
    let now = WallClock.now
    return { identity in
      let age = now.subtractingReportingOverflow(max(identity.modified, identity.changed))
      return !age.overflow && age.partialValue >= 0 && Double(age.partialValue) < seconds * 1e9
    }
  }
}

/// Joins the files of a crawl, in their order, with recordings of the last run.
private struct ListingJoin {
  private(set) var files: CrawledFiles
  private(set) var stays: [Bool] = []
  private(set) var waiting: [RawPath] = []
  private let roots: CrawlRoots?
  /// The recordings of the last run, of which the first is the next to be joined.
  private var past: LedgerPaths?
  private var isAtPast = false

  init(below folders: CrawledFolders, after records: LedgerRecords?, besides roots: CrawlRoots?) {
    files = CrawledFiles(below: folders)
    self.roots = roots
    past = records.map { records in LedgerPaths(records) }
    advance()
  }

  private mutating func advance() { isAtPast = past?.advance() ?? false }

  /// Adds the recordings of the last run before a path that the crawl has not looked for, or all of
  /// them.
  mutating func addKept(before path: RawPath?) {
    while isAtPast, let known = past?.path {
      if let path, !known.lexicographicallyPrecedes(path.bytes) { return }
      if let roots, !roots.cover(known) {
        // Nothing is asked of it but its path: its record has the rest.
        let unknown = FileIdentity(device: 0, inode: 0, size: -1, modified: 0, changed: 0)
        files.append(RawPath(bytes: known), identity: unknown, folderDevice: 0)
        stays.append(true)
      }
      advance()
    }
  }

  /// Adds a crawled file; one that waits only if it has an entry already.
  mutating func add(
    _ path: RawPath,
    identity: FileIdentity,
    folderDevice: UInt64,
    waits: Bool
  ) {
    addKept(before: path)
    let isKnown = isAtPast && past?.path == path.bytes
    if isKnown {
      advance()
    }
    if waits {
      waiting.append(path)
      guard isKnown else { return }
    }
    files.append(path, identity: identity, folderDevice: folderDevice)
    stays.append(waits)
  }
}
