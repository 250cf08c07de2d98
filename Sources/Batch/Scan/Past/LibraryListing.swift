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
    _ places: ScanPlaces, rules: Crawl.Rules, by order: ShardOrder = .path,
    interruption: Interruption, progress: (Int) -> Void
  ) throws(SystemFailure) {
    let part = places.part
    var crawl = try Crawl(places.library, rules: rules) { interruption.requested }
    var steps = 0
    // Folders without recordings are steps too, and may be many and slow.
    crawl.run { found in
      steps += 1
      guard steps & 63 == 0 else { return true }
      progress(found)
      return !interruption.requested
    }
    files = crawl.files
    problems = crawl.problems.filter { part?.owns($0.path.bytes) ?? true }
    linkedFolders = crawl.linkedFolders
    withoutExtension = crawl.withoutExtension
    if let part, order == .size {
      deal(to: part)
    }
  }

  /// Keeps the files of a part, assigning the largest first, each to the part with the least.
  private mutating func deal(to part: Shard) {
    var high = StableHash(seed: 1)
    var low = StableHash(seed: 2)
    var loads = PartLoads(part.count)
    var own: [Int] = []
    for index in files.largestFirst() {
      let path = files.path(index).bytes
      let size = files.identity(index).size
      for word in [UInt64(bitPattern: size), StableHash.of(path)] {
        high.add(word)
        low.add(word)
      }
      if loads.take(size) == part.number {
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
