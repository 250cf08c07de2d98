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
  package var count: Int { records.count }

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
