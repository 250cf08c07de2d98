import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The results of a crawl, in the order of path bytes.
struct LibraryListing {
  private(set) var files: CrawledFiles
  /// The problems that belong to this part.
  let problems: [CrawlProblem]
  let linkedFolders: Int
  let withoutExtension: Int
  /// The digest of all existing files, if their sizes decide which belong to this part.
  private(set) var digest: ContentDigest?

  /// Keeps the files of the part, or all. If sizes decide, the crawl finds all.
  init(
    _ paths: ScanPaths,
    rules: Crawl.Rules,
    by order: ShardOrder = .path,
    interruption: Interruption,
    progress: (Int) -> Void
  ) throws(SystemFailure) {
    let part = paths.part
    var crawl = try Crawl(paths.library, rules: rules) { interruption.requested }
    var steps = 0
    // Folders without recordings are steps too, and may be many and slow.
    crawl.run { found in
      steps += 1
      // A guess: 64 steps take less than a millisecond on a local disk, and on a slow one a signal is
      // heard after 64 answers.
      guard steps.isMultiple(of: 64) else { return true }
      progress(found)
      return !interruption.requested
    }
    files = crawl.files
    // By path in either order: a name that cannot be entered has no size, and its problem is listed by one
    // part only.
    problems = crawl.problems.filter { problem in part?.owns(problem.path.bytes) ?? true }
    linkedFolders = crawl.linkedFolders
    withoutExtension = crawl.withoutExtension
    if let part, order == .size {
      deal(to: part)
    }
  }

  /// Keeps the files of a part, assigning the largest first, each to the part with the least.
  // The machines of a set talk to nobody: each deals out the whole list and keeps its share. The digest
  // over all paths and sizes shows the merge whether all of them saw the same list; if not, a
  // recording may be in two parts or in none.
  private mutating func deal(to part: Shard) {
    // Two hashes of 64 bits make one digest, as nothing here is an attack.
    var high = StableHash(seed: 1)
    var low = StableHash(seed: 2)
    var loads = PartLoads(parts: part.count)
    var own: [Int] = []
    for index in files.largestFirst() {
      let path = files.path(index).bytes
      let size = files.identity(index).size
      for word in [UInt64(bitPattern: size), StableHash.of(path)] {
        high.add(word)
        low.add(word)
      }
      if loads.assign(size) == part.number {
        own.append(index)
      }
    }
    digest = ContentDigest(high: high.value, low: low.value)
    files.keep(own.sorted())
  }

  /// The recordings, in the order of path bytes.
  var paths: some Sequence<RawPath> { (0..<files.count).lazy.map(files.path) }

  /// Returns whether there is a recording of that path, whatever its result.
  func contains(_ path: RawPath) -> Bool {
    let index = files.firstIndex(notBefore: path)
    return index < files.count && files.path(index) == path
  }
}
