package import WavethumbSystem

/// Stores crawled files compactly: 64 bytes per file plus its name, and each folder's name once.
// An array of paths would take an allocation for each file; libraries have millions.
package struct CrawledFiles: Sendable {
  private struct Record {
    let identity: FileIdentity
    let start: Int
    let length: Int32
    let folder: Int32
  }

  /// The folders so far; their counts are complete when the crawl ends.
  package internal(set) var folders = CrawledFolders()
  private var names: [UInt8] = []
  private var records: [Record] = []

  package init() {}

  /// Creates an empty list for files of the library that `folders` are of.
  package init(below folders: CrawledFolders) {
    let device = folders.count > 0 ? folders[0].device : 0
    _ = self.folders.enter([], in: 0, device: device)
  }

  package var count: Int { records.count }

  /// Adds a file by its path, which must follow the others in the order of paths.
  package mutating func append(_ path: RawPath, identity: FileIdentity, folderDevice: UInt64) {
    let separator = path.bytes.lastIndex(of: RawPath.separator)
    let parent = path.bytes[..<(separator ?? 0)]
    var folder = Int(records.last?.folder ?? 0)
    if parent.isEmpty {
      folder = 0
    } else if !folders.name(folder).elementsEqual(parent) || folders[folder].device != folderDevice
    {
      // The whole parent as one name: nobody asks these folders for more than the path of a file.
      folder = folders.enter(parent, in: 0, device: folderDevice)
    }
    append(path.bytes[(separator.map { $0 + 1 } ?? 0)...], in: folder, identity: identity)
  }

  /// Adds a file, which must follow the others in the order of paths.
  mutating func append(
    _ name: some Collection<UInt8>,
    in folder: Int,
    identity: FileIdentity
  ) {
    records.append(
      Record(
        identity: identity,
        start: names.count,
        length: Int32(name.count),
        folder: Int32(folder)
      )
    )
    names.append(contentsOf: name)
    folders[folder].recordings += 1
  }

  /// Returns the path of a file, relative to the library.
  package func path(_ index: Int) -> RawPath {
    folders.path(Int(records[index].folder), appending: name(index))
  }

  /// Calls `body` with each file and its path, in order, until it returns false; faster than `path`.
  // One buffer for all: the next file of a folder has another name behind the same bytes.
  package func forEach(_ body: (_ index: Int, _ path: RawPath) -> Bool) {
    var path = RawPath(bytes: [])
    var folder = Int32(-1)
    var nameLength = 0
    for index in records.indices {
      let name = name(index)
      if records[index].folder == folder {
        path.bytes.removeLast(nameLength)
        path.bytes.append(contentsOf: name)
      } else {
        folder = records[index].folder
        path = folders.path(Int(folder), appending: name)
      }
      nameLength = name.count
      guard body(index, path) else { return }
    }
  }

  /// Returns the identity of a file; for a link, that of its target.
  package func identity(_ index: Int) -> FileIdentity { records[index].identity }

  package func folderDevice(_ index: Int) -> UInt64 { folders[Int(records[index].folder)].device }

  /// Returns the index of the first file that is not before a path in the order of path bytes.
  package func firstIndex(notBefore path: RawPath) -> Int {
    // By halves: files are in the order of their paths, and each comparison builds one of them.
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self.path(middle) < path {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private func name(_ index: Int) -> ArraySlice<UInt8> {
    let record = records[index]
    return names[record.start..<(record.start + Int(record.length))]
  }
}

/// The folders of a crawl, in the order of their paths: a tree of names, so that memory depends
/// only on the names.
package struct CrawledFolders: Sendable {
  package struct Facts: Sendable {
    package let device: UInt64
    /// The number of recordings in and below the folder, valid after the crawl.
    package var recordings = 0
    /// Whether a part of the folder could not be read.
    package var isUnreadable = false
    /// Whether the folder is a link that was not followed, because `--follow` was not given.
    package var isUnentered = false
    /// Whether an ignore file or an unfollowed link is in or below the folder: its disk is mounted.
    package var hasRules = false
  }

  // Four bytes for a number and a range instead of a string: a library may have a million folders.
  private struct Node {
    let parent: Int32
    let name: Range<Int>
    /// The number of bytes in the path with its separator.
    let pathLength: Int
  }

  private var names: [UInt8] = []
  private var nodes: [Node] = []
  private var facts: [Facts] = []

  package init() {}
  package var count: Int { facts.count }

  package subscript(folder: Int) -> Facts {
    get { facts[folder] }
    set { facts[folder] = newValue }
  }

  func parent(_ folder: Int) -> Int { Int(nodes[folder].parent) }

  func name(_ folder: Int) -> ArraySlice<UInt8> { names[nodes[folder].name] }

  /// Returns the path of a name in a folder, or of the folder itself; empty for the library.
  package func path(_ folder: Int, appending last: ArraySlice<UInt8> = []) -> RawPath {
    // From the end to the start, as a folder knows its parent only; the length is known before.
    let start = nodes[folder].pathLength
    var bytes = Array(repeating: RawPath.separator, count: start + last.count)
    bytes.replaceSubrange(start..., with: last)
    var step = folder
    while step > 0 {
      let end = nodes[step].pathLength - 1
      bytes.replaceSubrange((end - nodes[step].name.count)..<end, with: name(step))
      step = parent(step)
    }
    if last.isEmpty {
      _ = bytes.popLast()
    }
    return RawPath(bytes: bytes)
  }

  /// Adds a folder; the first one is the library, whose name is not part of any path.
  mutating func enter(_ name: some Collection<UInt8>, in parent: Int, device: UInt64) -> Int {
    let start = names.count
    names.append(contentsOf: name)
    var pathLength = 0
    let isLibrary = nodes.isEmpty
    if !isLibrary {
      pathLength = nodes[parent].pathLength + name.count + 1
    }
    nodes.append(
      Node(parent: Int32(parent), name: start..<names.count, pathLength: pathLength)
    )
    facts.append(Facts(device: device))
    return facts.count - 1
  }

  /// Adds the counts of a folder to its parent's.
  mutating func leave(_ folder: Int) {
    guard folder > 0 else { return }
    facts[parent(folder)].recordings += facts[folder].recordings
    if facts[folder].hasRules {
      facts[parent(folder)].hasRules = true
    }
  }
}
