import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The results of a crawl, in the order of path bytes.
struct LibraryListing {
  let files: CrawledFiles
  /// The problems that belong to this part.
  let problems: [CrawlProblem]
  let linkedFolders: Int
  let withoutExtension: Int

  /// Lists the files of the part, or all.
  init(
    _ paths: ScanPaths,
    rules: Crawl.Rules,
    interruption: Interruption,
    progress: (Int) -> Void
  ) throws(SystemFailure) {
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
    // A name that cannot be entered is listed by one part only.
    problems = crawl.problems.filter { problem in part?.owns(problem.path.bytes) ?? true }
    linkedFolders = crawl.linkedFolders
    withoutExtension = crawl.withoutExtension
  }

  /// The recordings, in the order of path bytes.
  var paths: some Sequence<RawPath> { (0..<files.count).lazy.map(files.path) }

  /// Returns whether there is a recording of that path, whatever its result.
  func contains(_ path: RawPath) -> Bool {
    let index = files.firstIndex(notBefore: path)
    return index < files.count && files.path(index) == path
  }
}
