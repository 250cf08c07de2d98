import Glibc
package import WavethumbOptions
package import WavethumbSystem

/// Walks through a library and lists candidates and problems in the order of path bytes.
///
/// Each folder is opened relative to its parent and read once. Few folders are open, however deep
/// the library.
// In that order, because ledger and manifest have it too: a walk compares them side by side without
// a dictionary of paths, and the same library always gives the same manifest.
package struct Crawl: Sendable {
  package struct Rules: Sendable {
    package var excluded: [Glob]
    package var followsLinks: Bool
    /// The output folder, which is skipped wherever it is.
    package var output: FolderIdentity?
    /// The part to crawl; nil for the whole library.
    package var part: Shard?
    /// The files and folders to crawl; nil for all.
    package var roots: CrawlRoots?

    package init(
      excluded: [Glob] = [],
      followsLinks: Bool = false,
      output: FolderIdentity? = nil,
      part: Shard? = nil,
      roots: CrawlRoots? = nil
    ) {
      self.excluded = excluded
      self.followsLinks = followsLinks
      self.output = output
      self.part = part
      self.roots = roots
    }
  }

  package private(set) var files = CrawledFiles()
  package private(set) var problems: [CrawlProblem] = []
  /// The number of linked folders that were not entered, because `--follow` was not given.
  package private(set) var linkedFolders = 0
  /// The number of files skipped because their names have no extension.
  package private(set) var withoutExtension = 0
  /// The indexes of the roots that were found and not passed over.
  package private(set) var metRoots: Set<Int> = []

  private let rules: Rules
  private let isStopped: @Sendable () -> Bool
  /// The open folders on the path to the current position, of which all but the last few are closed.
  private var trail: FolderStack
  private var levels: [Level] = []
  /// The path of the current position.
  // One buffer for the whole crawl: a path for each name would be an allocation each.
  private var path: [UInt8] = []
  private var ignoring: Ignoring
  private var reader = FolderReader()
  private var visitsByLink: [FolderIdentity: Int] = [:]

  /// A folder on the path to the current position.
  private struct Level {
    var contents: FolderContents
    let folder: Int
    /// The length of this folder's part of `path`, including its separator.
    let pathLength: Int
    let rulesBefore: Int
    let isBehindLink: Bool
    /// Whether only the names that lead to roots are looked at.
    let isAboveRoots: Bool
  }

  /// Opens and lists the library; only a failure here ends a crawl.
  ///
  /// `isStopped` is called within each folder: if it returns true, the result is incomplete.
  package init(
    _ library: RawPath,
    rules: Rules = Rules(),
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(SystemFailure) {
    let top = try Folder(at: library)
    let status = try top.status()
    self.rules = rules
    self.isStopped = isStopped
    ignoring = Ignoring(excluding: rules.excluded, isStopped: isStopped)
    trail = FolderStack(top: SharedFolder(top), status.folder)
    descend(name: [], identity: status.folder, isBehindLink: false)
    // A library that cannot be listed must not count as empty.
    if let first = problems.first, first.path.isEmpty,
      case .unreadableFolder(let number) = first.problem
    {
      throw SystemFailure(.list, errno: number, at: library)
    }
  }

  /// Continues to the end, or until `goesOn`, called with the number of files, returns false.
  package mutating func run(while goesOn: (Int) -> Bool = { _ in true }) {
    while !levels.isEmpty, goesOn(files.count) {
      let level = levels.count - 1
      path.removeLast(path.count - levels[level].pathLength)
      guard let (name, meaning) = levels[level].contents.popLast() else {
        ascend()
        continue
      }
      let spelled = levels[level].contents.names[name]
      path.append(contentsOf: spelled)
      // The kernel takes no longer path, and the names of outputs are longer still.
      if path.count >= PathCall.maximumLength {
        add(.unreadableFolder(errno: ENAMETOOLONG))
        continue
      }
      if levels[level].isAboveRoots {
        let isFolder = path.last == RawPath.separator
        // What has the name of a folder above a root, and is none, was not asked for.
        guard isFolder || meetRoot(path) else { continue }
      }
      switch meaning {
      case .file(let identity):
        files.append(spelled, in: levels[level].folder, identity: identity)
      case .problem(let reason): add(reason)
      case .folder(let isLink):
        if isLink && !rules.followsLinks {
          skipLink()
        } else {
          enter(isLink: isLink)
        }
      }
    }
  }

  /// Notes a root that was found; returns false for any other path.
  @discardableResult
  private mutating func meetRoot(_ path: [UInt8]) -> Bool {
    guard let root = rules.roots?.index(of: path) else { return false }
    metRoots.insert(root)
    return true
  }

  /// The largest number of visits to a folder through links, which could create endless paths.
  // Folders that link to one another multiply with every level. Nobody links a folder 17 times.
  // Untuned.
  private static let maximumVisitsByLink = 16

  /// Adds a problem with the file at `path`, or with the folder without its separator.
  private mutating func add(_ problem: FileProblem) {
    var path = path
    if path.last == RawPath.separator {
      path.removeLast()
    }
    problems.append(CrawlProblem(path: RawPath(bytes: path), problem: problem))
  }

  /// Enters the folder that `path` names, including the trailing separator.
  private mutating func enter(isLink: Bool) {
    let level = levels[levels.count - 1]
    let name = Array(path[level.pathLength..<(path.count - 1)])
    do {
      let parent = try trail.last()
      let folder = try parent.folder.folder(RawPath(bytes: name), followingLinks: isLink)
      let identity = try folder.status().folder
      // By device and inode: a link or a mount may lead to the output under any name.
      if identity == rules.output { return }
      if levels[levels.count - 1].isAboveRoots {
        meetRoot(Array(path.dropLast()))
      }
      let isBehindLink = isLink || level.isBehindLink
      // A folder above itself is a circle. Links across, which make a tree without end, are counted.
      let isCircle = trail.contains(identity) || (isBehindLink && isVisitedTooOften(identity))
      if isCircle {
        add(.notAFile(.linkLoop))
        return
      }
      trail.append(SharedFolder(folder), identity)
      descend(name: name, identity: identity, isBehindLink: isBehindLink)
    } catch  where error.errno == ENOENT {
      // Deleted since it was listed.
      return
    } catch {
      addUnreadable(addUnentered(name), because: error)
    }
  }

  private mutating func addUnreadable(_ folder: Int, because failure: SystemFailure) {
    files.folders[folder].isUnreadable = true
    add(.unreadableFolder(errno: failure.errno))
  }

  /// Skips the linked folder that `path` names, including the trailing separator.
  private mutating func skipLink() {
    linkedFolders += 1
    let nameStart = levels[levels.count - 1].pathLength
    let link = addUnentered(path[nameStart..<(path.count - 1)])
    files.folders[link].isUnentered = true
    // A link lies on the disk of its folder, and so proves like an ignore file that it is mounted.
    files.folders[link].hasRules = true
    files.folders.leave(link)
  }

  /// Adds a folder that is not opened to those of the crawl.
  private mutating func addUnentered(_ name: some Collection<UInt8>) -> Int {
    let parent = levels[levels.count - 1].folder
    return files.folders.enter(name, in: parent, device: files.folders[parent].device)
  }

  /// Counts a visit through links, and returns whether there were too many.
  private mutating func isVisitedTooOften(_ identity: FolderIdentity) -> Bool {
    let visits = visitsByLink[identity, default: 0] + 1
    visitsByLink[identity] = visits
    return visits > Self.maximumVisitsByLink
  }

  /// Reads the folder at the end of the trail, whose path is `path`.
  private mutating func descend(name: [UInt8], identity: FolderIdentity, isBehindLink: Bool) {
    let parent = levels.last?.folder ?? 0
    let number = files.folders.enter(name, in: parent, device: identity.device)
    let rulesBefore = ignoring.depth
    let namesToRoots = rules.roots.flatMap { roots in
      roots.cover(Array(path.dropLast())) ? nil : roots.names(in: path)
    }
    var contents = FolderContents()
    do {
      let folder = try trail.last()
      do throws(SystemFailure) {
        if let namesToRoots {
          contents.take(namesToRoots)
        } else {
          try contents.list(folder.folder, with: &reader, isStopped: isStopped)
        }
      } catch {
        // The names listed before the failure are valid.
        addUnreadable(number, because: error)
      }
      if contents.hasRules {
        files.folders[number].hasRules = true
      }
      if !contents.hasRules || applyRules(of: folder) {
        contents.judge(
          folder.folder,
          path: &path,
          part: rules.part,
          ignoring: ignoring,
          isStopped: isStopped
        )
        files.folders[number].recordings += contents.ofOtherParts
        withoutExtension += contents.withoutExtension
      }
    } catch {
      addUnreadable(number, because: error)
    }
    levels.append(
      Level(
        contents: contents,
        folder: number,
        pathLength: path.count,
        rulesBefore: rulesBefore,
        isBehindLink: isBehindLink,
        isAboveRoots: namesToRoots != nil
      )
    )
  }

  /// Applies the rules of a folder and returns whether anything is left to visit.
  private mutating func applyRules(of folder: SharedFolder) -> Bool {
    do throws(SystemFailure) {
      let name = RawPath(bytes: IgnoreRules.fileName)
      let file = try folder.folder.open(name)
      let status = try file.status(name)
      guard status.kind == .file else { return true }
      guard status.identity.size <= IgnoreRules.maximumBytes else {
        throw SystemFailure(.read, errno: EFBIG, at: name)
      }
      let rules = IgnoreRules(try file.read(Int(status.identity.size), name))
      guard ignoring.enter(rules, start: path.count) else {
        throw SystemFailure(.read, errno: EFBIG, at: name)
      }
      return !rules.ignoresAll
    } catch  where error.errno == ENOENT {
      return true
    } catch {
      // Without its rules the folder is crawled as a whole: the problem is reported, and a recording
      // too many is better than a library that lacks some.
      let file = RawPath(bytes: path + IgnoreRules.fileName)
      problems.append(CrawlProblem(path: file, problem: .unreadableFolder(errno: error.errno)))
      return true
    }
  }

  private mutating func ascend() {
    let level = levels.removeLast()
    ignoring.leave(downTo: level.rulesBefore)
    files.folders.leave(level.folder)
    path.removeLast(path.count - level.pathLength)
    trail.removeLast(path: path)
  }
}

/// Something in the library that cannot be opened; an unreadable ignore file is
/// `.unreadableFolder`.
package struct CrawlProblem: Sendable, Equatable {
  package let path: RawPath
  package let problem: FileProblem

  /// Whether the name is that of a recording, so that it gets a manifest entry.
  package var isCandidate: Bool {
    switch problem {
    // What a circular link would lead to is unknown, so that its name decides.
    case .notAFile(.linkLoop): CandidateName.isCandidate(path.bytes, in: 0..<path.bytes.count)
    case .decoding, .notAFile: true
    case .unreadableFolder, .writeFailed, .foreignPicture, .sharedName, .tooManyChannels: false
    }
  }
}
