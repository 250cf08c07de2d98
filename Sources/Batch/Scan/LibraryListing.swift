import System

/// All that a crawl found, in the order of path bytes.
struct LibraryListing {
  private(set) var files = CrawledFiles()
  private(set) var problems: [CrawlProblem] = []
  private(set) var linkedFolders = 0
  private(set) var folders = CrawledFolders()
  /// False where the crawl was stopped by a signal.
  private(set) var isWhole = true
  private var sizes: [Int64: Bool] = [:]

  init(
    _ places: ScanPlaces, rules: Crawl.Rules, interruption: Interruption,
    progress: (Int) -> Void
  ) throws(SystemFailure) {
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
      case .file(let file):
        files.append(file)
        if file.identity.size > 0 {
          sizes[file.identity.size] = sizes[file.identity.size] != nil
        }
      case .problem(let problem):
        // What lists nothing must not pass for a library without recordings.
        if problem.path.isEmpty, case .unreadableFolder(let number) = problem.kind {
          throw SystemFailure(.list, errno: number, at: places.library)
        }
        if problem.kind == .linkedFolder { linkedFolders += 1 } else { problems.append(problem) }
      }
    }
    folders = crawl.folders
    isWhole = !interruption.requested
  }

  /// Whether there is a recording of that path, whatever became of it.
  func contains(_ path: RawPath) -> Bool {
    var (low, high) = (0, files.count)
    while low < high {
      let middle = (low + high) / 2
      if files.path(middle) < path { low = middle + 1 } else { high = middle }
    }
    return low < files.count && files.path(low) == path
  }

  /// Whether another file has the same size as this one, and so may have the same content.
  func sharesItsSize(_ index: Int) -> Bool {
    sizes[files.identity(index).size] ?? false
  }
}

extension FileProblem {
  /// What a crawl met, as users are told of it.
  init(_ kind: CrawlProblem.Kind) {
    self =
      switch kind {
      case .unreadableFolder(let number), .unreadableRules(let number):
        .unreadableFolder(errno: number)
      case .unreadableFile(let number): .unreadable(errno: number)
      case .danglingLink: .notAFile(.danglingLink)
      case .linkLoop: .notAFile(.linkLoop)
      case .notAFile(let kind): .notAFile(kind.impostor)
      case .linkedFolder: .notAFile(.folder)
      }
  }
}

extension FileStatus.Kind {
  /// What stands where a recording was expected.
  var impostor: FileProblem.Impostor {
    switch self {
    case .pipe: .pipe
    case .socket: .socket
    case .folder: .folder
    case .link: .danglingLink
    case .device, .file: .device
    }
  }
}
