import Glibc
import System

/// The manifest entries of a run until they are written in the order of their paths.
///
/// Most of them wait in a file without a name, so that memory does not grow with styles and recordings.
final class EntryStore {
  /// Where an entry lies: behind so many bytes of those that came before it.
  struct Place {
    fileprivate let start: Int
    let count: Int
  }

  private let folder: Folder
  private let mostInMemory: Int
  private var file: Descriptor?
  /// A disk that takes nothing is no reason to lose an entry.
  private var staysInMemory = false
  private var countInFile = 0
  private var recent: [UInt8] = []

  init(in folder: borrowing Folder, mostInMemory: Int = 4 << 20) throws(SystemFailure) {
    self.folder = try folder.folder(".")
    self.mostInMemory = mostInMemory
  }

  func append(_ entry: [UInt8]) -> Place {
    if recent.count + entry.count > mostInMemory, !staysInMemory { putAway() }
    let place = Place(start: countInFile + recent.count, count: entry.count)
    recent += entry
    return place
  }

  func entry(_ place: Place) throws(SystemFailure) -> [UInt8] {
    let start = place.start - countInFile
    if start >= 0 { return Array(recent[start..<start + place.count]) }
    let entry = try file?.read(place.count, from: place.start, folder.path) ?? []
    guard entry.count == place.count else {
      throw SystemFailure(.read, errno: EIO, at: folder.path)
    }
    return entry
  }

  private func putAway() {
    do {
      if file == nil { file = try folder.unnamedFile() }
      try file?.write(recent, folder.path)
      countInFile += recent.count
      recent.removeAll(keepingCapacity: true)
    } catch {
      staysInMemory = true
    }
  }
}
