import Bytes
import Library
import System

/// The results of a crawl, in the order of path bytes.
struct LibraryListing {
  private(set) var files = CrawledFiles()
  private(set) var problems: [CrawlProblem] = []
  private(set) var linkedFolders = 0
  private(set) var withoutExtension = 0
  private(set) var folders = CrawledFolders()
  /// False if a signal stopped the crawl.
  private(set) var isWhole = true
  /// The digest of all existing files, if their sizes decide which belong to this part.
  private(set) var digest: ContentDigest?
  private var sizes: [Int64: Bool] = [:]

  /// Keeps the files of the part, or all. If sizes decide, the crawl finds all.
  init(
    _ places: ScanPlaces, rules: Crawl.Rules, by order: ShardOrder = .path,
    interruption: Interruption, progress: (Int) -> Void
  ) throws(SystemFailure) {
    let part = places.part
    var crawl = try Crawl(places.library, rules: rules) { interruption.requested }
    var steps = 0
    // Folders without recordings are steps too, and may be many and slow.
    func goesOn() -> Bool {
      steps += 1
      guard steps & 63 == 0 else { return true }
      progress(files.count)
      return !interruption.requested
    }
    while let item = crawl.next(while: goesOn) {
      switch item {
      case .file(let file): files.append(file)
      case .problem(let problem):
        // A library that cannot be listed must not count as empty.
        if problem.path.isEmpty, case .unreadableFolder(let number) = problem.problem {
          throw SystemFailure(.list, errno: number, at: places.library)
        }
        if problem.isLinkedFolder {
          linkedFolders += 1
        } else if part?.owns(problem.path.bytes) ?? true {
          problems.append(problem)
        }
      }
    }
    (folders, withoutExtension) = (crawl.folders, crawl.withoutExtension)
    isWhole = !interruption.requested
    if let part, order == .size { deal(to: part) }
    for index in 0..<files.count {
      let size = files.identity(index).size
      if size > 0 { sizes[size] = sizes[size] != nil }
    }
  }

  /// Keeps the files of a part, assigning the largest first, each to the part with the least.
  private mutating func deal(to part: Shard) {
    var (high, low) = (StableHash(seed: 1), StableHash(seed: 2))
    var loads = PartLoads(part.count)
    var own: [Int] = []
    for index in files.largestFirst() {
      let (path, size) = (files.path(index).bytes, files.identity(index).size)
      for word in [UInt64(bitPattern: size), StableHash.of(path)] {
        high.add(word)
        low.add(word)
      }
      if loads.take(size) == part.number { own.append(index) }
    }
    digest = ContentDigest(high: high.value, low: low.value)
    var kept = CrawledFiles()
    for index in own.sorted() { kept.append(files[index]) }
    files = kept
  }

  /// Returns whether there is a recording of that path, whatever its result.
  func contains(_ path: RawPath) -> Bool {
    let index = files.firstIndex(notBefore: path)
    return index < files.count && files.path(index) == path
  }

  /// Returns whether another file has the same size, and so may have the same content.
  func sharesItsSize(_ index: Int) -> Bool { sizes[files.identity(index).size] ?? false }
}
