package import System

/// Stores crawled files compactly: 72 bytes per file plus its name, and each folder's name once.
package struct CrawledFiles: Sendable {
  private struct Record {
    let identity: FileIdentity
    let folderDevice: UInt64
    let start: Int
    let length: Int32
    let folder: Int32
    let expectation: CandidateName.Expectation
  }

  private var names: [UInt8] = []
  private var records: [Record] = []
  private var folders = PathTree()
  /// The folders of the last added file, each with the length of its path and separator.
  private var trail: [(folder: Int, length: Int)] = []
  private var lastPath: [UInt8] = []

  package init() { trail = [(folders.add([], under: 0), 0)] }
  package var count: Int { records.count }

  /// Adds a file, which must follow the others in the order of paths.
  package mutating func append(_ file: CrawledFile) {
    let bytes = file.path.bytes
    let folder = enterFolder(of: bytes)
    let name = bytes[(trail.last?.length ?? 0)...]
    records.append(
      Record(
        identity: file.identity, folderDevice: file.folderDevice, start: names.count,
        length: Int32(name.count), folder: Int32(folder), expectation: file.expectation))
    names.append(contentsOf: name)
    lastPath = bytes
  }

  package subscript(index: Int) -> CrawledFile {
    CrawledFile(
      path: path(index), identity: identity(index), expectation: expectation(index),
      folderDevice: records[index].folderDevice)
  }

  package func path(_ index: Int) -> RawPath {
    let record = records[index]
    let name = names[record.start..<(record.start + Int(record.length))]
    return folders.path(Int(record.folder), appending: name)
  }

  package func identity(_ index: Int) -> FileIdentity { records[index].identity }
  package func expectation(_ index: Int) -> CandidateName.Expectation { records[index].expectation }

  /// Returns the place of the first file that is not before a path in the order of path bytes.
  package func firstIndex(notBefore path: RawPath) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self.path(middle) < path { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns all files, largest first and equal sizes by path, so that no long job starts last.
  package func largestFirst() -> [Int] {
    records.indices.sorted { left, right in
      let (one, other) = (records[left].identity.size, records[right].identity.size)
      return one != other ? one > other : left < right
    }
  }

  /// Returns the number of a path's folder, reusing the folders shared with the previous path.
  private mutating func enterFolder(of path: [UInt8]) -> Int {
    var shared = 0
    while shared < min(path.count, lastPath.count) && path[shared] == lastPath[shared] {
      shared += 1
    }
    while let last = trail.last, last.length > shared { trail.removeLast() }
    var start = trail.last?.length ?? 0
    while let slash = path[start...].firstIndex(of: RawPath.separator) {
      let folder = folders.add(path[start..<slash], under: trail.last?.folder ?? 0)
      start = slash + 1
      trail.append((folder, start))
    }
    return trail.last?.folder ?? 0
  }
}
