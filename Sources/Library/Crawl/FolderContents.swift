import Glibc
import WavethumbOptions
import WavethumbSystem

/// The contents of one folder in the order of whole paths: a folder is sorted by its name and a
/// separator, so that a depth-first crawl yields all paths sorted.
struct FolderContents {
  enum Meaning {
    case file(FileIdentity)
    case folder(isLink: Bool)
    case problem(FileProblem)
  }

  /// The concatenated names, each followed by a separator for a folder, else by a zero byte.
  private(set) var names: [UInt8] = []
  private(set) var hasRules = false
  /// The number of recordings that belong to other parts of the library.
  private(set) var ofOtherParts = 0
  /// The number of files skipped because their names have no extension.
  private(set) var withoutExtension = 0
  private var listed: [(name: Range<Int>, kind: FileStatus.Kind?)] = []
  /// The entries that were not taken yet, the first at the end.
  private var entries: [(name: Range<Int>, meaning: Meaning)] = []

  /// Lists a folder, omitting excluded names.
  mutating func list(
    _ folder: borrowing Folder,
    with reader: inout FolderReader,
    isStopped: () -> Bool
  ) throws(SystemFailure) {
    reader.restart()
    var met = 0
    while let entry = try reader.entry(in: folder.descriptor, folder.path) {
      met += 1
      // 1,024 names are read in less than a millisecond, and a look at the signal is a call of
      // the kernel.
      if met.isMultiple(of: 1024), isStopped() { return }
      if reader.names[entry.name].elementsEqual(IgnoreRules.fileName) {
        hasRules = true
      }
      if CandidateName.isSkipped(reader.names, in: entry.name) { continue }
      let mayBeFolder = entry.kind == nil || entry.kind == .folder || entry.kind == .link
      let isCandidate = CandidateName.isCandidate(reader.names, in: entry.name)
      let lacksExtension =
        entry.kind == .file && CandidateName.lacksExtension(reader.names, in: entry.name)
      guard mayBeFolder || isCandidate || lacksExtension else { continue }
      let start = names.count
      names.append(contentsOf: reader.names[entry.name])
      listed.append((start..<names.count, entry.kind))
      names.append(0)
    }
  }

  /// Takes names without listing their folder: each is looked up.
  mutating func take(_ taken: [ArraySlice<UInt8>]) {
    // So is the ignore file, which no listing has shown.
    hasRules = true
    for name in taken {
      let range = names.count..<names.count + name.count
      names.append(contentsOf: name)
      names.append(0)
      if CandidateName.isSkipped(names, in: range) { continue }
      listed.append((range, nil))
    }
  }

  /// Determines the meaning of each name, and sorts the names.
  ///
  /// `path` is that of the folder with its separator; it is restored afterwards.
  mutating func judge(
    _ folder: borrowing Folder,
    path: inout [UInt8],
    part: Shard?,
    ignoring: Ignoring,
    isStopped: () -> Bool
  ) {
    entries.reserveCapacity(listed.count)
    let folderEnd = path.count
    for (index, (name, kind)) in listed.enumerated() {
      // More often than while names are listed: each may be looked at on the disk. Untuned.
      if index & 255 == 255, isStopped() { break }
      if part != nil || !ignoring.isEmpty {
        path.append(contentsOf: names[name])
      }
      defer { path.removeLast(path.count - folderEnd) }
      let isForeign = part.map { part in !part.owns(path) } ?? false
      if kind == .file {
        if ignoring.ignores(path, isFolder: false) { continue }
        if CandidateName.lacksExtension(names, in: name) {
          if !isForeign {
            withoutExtension += 1
          }
          continue
        }
        if isForeign {
          // It is not opened: each part lists all names, and most files belong to other parts.
          ofOtherParts += 1
          continue
        }
      }
      guard let meaning = meaning(of: name, listedAs: kind, in: folder) else { continue }
      var isFolder = false
      if case .folder = meaning {
        isFolder = true
      }
      // Rules that end with a separator match folders only, and what a link is shows only its status.
      if kind != .file, ignoring.ignores(path, isFolder: isFolder) { continue }
      if isForeign, case .file = meaning {
        ofOtherParts += 1
        continue
      }
      if isFolder {
        names[name.upperBound] = RawPath.separator
      }
      let spelled = isFolder ? name.lowerBound..<(name.upperBound + 1) : name
      entries.append((spelled, meaning))
    }
    listed = []
    putInOrder()
  }

  /// Returns the next entry and the range of its name in `names`, for a folder with its separator.
  mutating func popLast() -> (name: Range<Int>, meaning: Meaning)? { entries.popLast() }

  // The kind in the listing spares most calls; some file systems list none, and that of a link is not
  // that of its target.
  private func meaning(
    of name: Range<Int>,
    listedAs listedKind: FileStatus.Kind?,
    in folder: borrowing Folder
  ) -> Meaning? {
    if listedKind == .folder { return .folder(isLink: false) }
    let isCandidate = CandidateName.isCandidate(names, in: name)
    if let listedKind, listedKind != .file, listedKind != .link {
      return .problem(.notAFile(FileProblem.NonFile(listedKind)))
    }
    do {
      let status = try folder.status(of: name, in: names, followingLinks: true)
      if status.kind == .folder {
        var kind = listedKind
        if kind == nil {
          kind = try folder.status(of: name, in: names, followingLinks: false).kind
        }
        return .folder(isLink: kind == .link)
      }
      guard isCandidate else { return nil }
      if status.kind == .file { return .file(status.identity) }
      return .problem(.notAFile(FileProblem.NonFile(status.kind)))
    } catch {
      guard isCandidate else { return nil }
      return problem(of: name, errno: error.errno, in: folder)
    }
  }

  /// Returns why the status of a candidate cannot be read; nil if it has been deleted since.
  private func problem(
    of name: Range<Int>,
    errno: CInt,
    in folder: borrowing Folder
  ) -> Meaning? {
    if errno == ELOOP { return .problem(.notAFile(.linkLoop)) }
    guard errno == ENOENT || errno == ENOTDIR else { return .problem(.unreadable(errno: errno)) }
    let own = try? folder.status(of: name, in: names, followingLinks: false)
    guard own?.kind == .link else { return nil }
    return .problem(.notAFile(.danglingLink))
  }

  // Sorted by eight bytes as a number first, which spares most comparisons of names byte by byte.
  private mutating func putInOrder() {
    let names = names
    let shared = sharedCount()
    var keys: [(key: UInt64, index: Int)] = []
    keys.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      // Behind what all names share, or the first eight bytes of an album's tracks would be equal.
      keys.append((key(of: entry.name.dropFirst(shared)), index))
    }
    keys.sort { [entries] left, right in
      if left.key != right.key { return left.key < right.key }
      let leftName = names[entries[left.index].name]
      let rightName = names[entries[right.index].name]
      return leftName.lexicographicallyPrecedes(rightName)
    }
    // Entries are taken from the end, which moves none of the others.
    entries = keys.reversed().map { key in entries[key.index] }
  }

  /// Returns the length of the prefix that all names share, as the tracks of an album often do.
  private func sharedCount() -> Int {
    guard let first = entries.first?.name else { return 0 }
    var shared = first.count
    for entry in entries {
      shared = min(shared, entry.name.count)
      var count = 0
      let start = entry.name.lowerBound
      while count < shared, names[start + count] == names[first.lowerBound + count] {
        count += 1
      }
      shared = count
    }
    return shared
  }

  /// Returns the next eight bytes of a name as a number, which decides most comparisons.
  private func key(of name: Range<Int>) -> UInt64 {
    var key: UInt64 = 0
    for index in name.lowerBound..<(name.lowerBound + 8) {
      // A shorter name comes first, and no name has a zero byte.
      let byte = index < name.upperBound ? UInt64(names[index]) : 0
      key = key << 8 | byte
    }
    return key
  }
}
