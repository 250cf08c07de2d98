import Glibc
package import WavethumbSystem

/// The manifest entries of a run, until they are written in the order of their paths.
///
/// Most entries are stored in an unnamed file, so that memory does not grow with the number of
/// styles and recordings.
package final class EntryStore {
  private let folder: Folder
  private let mostInMemory: Int
  private var file: Descriptor?
  /// Whether entries stay in memory, because writing the file failed.
  private var staysInMemory = false
  private var countInFile = 0
  private var recent: [UInt8] = []

  package init(in folder: borrowing Folder, mostInMemory: Int = 4 << 20) throws(SystemFailure) {
    self.folder = try folder.folder(".")
    self.mostInMemory = mostInMemory
  }

  package func append(_ entry: [UInt8]) -> Range<Int> {
    if recent.count + entry.count > mostInMemory, !staysInMemory {
      putAway()
    }
    let start = countInFile + recent.count
    recent += entry
    return start..<start + entry.count
  }

  package func entry(_ place: Range<Int>) throws(SystemFailure) -> [UInt8] {
    let start = place.lowerBound - countInFile
    if start >= 0 { return Array(recent[start..<start + place.count]) }
    let entry = try file?.read(place.count, from: place.lowerBound, folder.path) ?? []
    guard entry.count == place.count else {
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
      staysInMemory = true
    }
  }
}
