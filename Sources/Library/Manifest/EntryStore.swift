import Glibc
package import WavethumbSystem

/// The manifest entries of a run, until they are written in the order of their paths.
///
/// Most entries are stored in an unnamed file, so that memory does not grow with the number of
/// styles and recordings.
package final class EntryStore {
  private let folder: Folder
  private let maximumInMemory: Int
  private var file: Descriptor?
  /// Whether entries stay in memory, because writing the file failed.
  private var staysInMemory = false
  private var countInFile = 0
  private var recent: [UInt8] = []

  // 4 MiB are some four thousand entries: a guess. An unnamed file of the output takes the rest, since
  // /tmp is in memory on many machines.
  package init(in folder: borrowing Folder, maximumInMemory: Int = 4 << 20) throws(SystemFailure) {
    self.folder = try folder.folder(".")
    self.maximumInMemory = maximumInMemory
  }

  package func append(_ entry: [UInt8]) -> Range<Int> {
    if recent.count + entry.count > maximumInMemory, !staysInMemory {
      putAway()
    }
    let start = countInFile + recent.count
    recent += entry
    return start..<start + entry.count
  }

  package func entry(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    // An entry is never divided: all recent ones go into the file at once.
    let start = range.lowerBound - countInFile
    if start >= 0 { return Array(recent[start..<start + range.count]) }
    let entry = try file?.read(range.count, from: range.lowerBound, folder.path) ?? []
    guard entry.count == range.count else {
      throw SystemFailure(.read, errno: EIO, at: folder.path)
    }
    return entry
  }

  private func putAway() {
    do {
      if file == nil {
        file = try folder.unnamedFile()
      }
      try file?.write(recent, folder.path)
      countInFile += recent.count
      recent.removeAll(keepingCapacity: true)
    } catch {
      // The run goes on without the file, and only needs more memory.
      staysInMemory = true
    }
  }
}
