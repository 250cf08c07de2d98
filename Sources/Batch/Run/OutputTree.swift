import Codecs
import Synchronization
import System

/// The folder of pictures: files go into it whole or not at all, and nobody else's files are replaced.
final class OutputTree: Sendable {
  enum Refusal: Error {
    /// What has the name was not made here.
    case foreign
    case failed(SystemFailure)
  }

  let folder: Folder
  private let made = Guarded<Set<RawPath>>([])
  private let begun = Guarded(false)

  init(_ folder: consuming Folder) {
    self.folder = folder
  }

  /// Puts a file in its place, replacing only what wavethumb made.
  func write(_ bytes: [UInt8], as path: RawPath) throws(Refusal) {
    do {
      try begin()
      let parent = try folderOf(path)
      if try isForeign(path) { throw Refusal.foreign }
      try AtomicFile.write(bytes, as: path.name, in: parent)
    } catch let refusal as Refusal {
      throw refusal
    } catch let failure as SystemFailure {
      throw .failed(failure)
    } catch {
      throw .foreign
    }
  }

  /// Whether a file of that name is a picture or data file that wavethumb made.
  func isDisposable(_ path: RawPath) -> Bool {
    do {
      return try start(of: path).map(MadeHere.isDisposable) ?? false
    } catch {
      return false
    }
  }

  /// Deletes a file, and the folders that are empty without it.
  func delete(_ path: RawPath) throws(SystemFailure) {
    try begin()
    try folder.remove(path)
    var parent = path.parent
    while !parent.isEmpty {
      do { try folder.removeFolder(parent) } catch { return }
      parent = parent.parent
    }
  }

  /// Whether a file of that name has something in it that wavethumb did not make.
  private func isForeign(_ path: RawPath) throws(SystemFailure) -> Bool {
    // A file system that was cut off leaves empty files; there is nothing in them to lose.
    try start(of: path).map { !$0.isEmpty && !MadeHere.claims($0) } ?? false
  }

  /// The first bytes of a file, where there is one.
  private func start(of path: RawPath) throws(SystemFailure) -> [UInt8]? {
    guard let size = folder.fileSize(of: path) else { return nil }
    return try folder.open(path).read(min(Int(clamping: size), MadeHere.markLength), path)
  }

  /// Leaves a mark before the first file, by which the next run knows that this one was killed.
  func begin() throws(SystemFailure) {
    try begun.withLock { begun throws(SystemFailure) in
      if begun { return }
      try RunMarker.set(in: folder)
      begun = true
    }
  }

  /// Knows that a killed run has left its mark.
  func wasMarked() {
    begun.withLock { $0 = true }
  }

  /// Takes the mark away.
  func end() throws(SystemFailure) {
    guard begun.withLock({ $0 }) else { return }
    try RunMarker.clear(in: folder)
  }

  private func folderOf(_ path: RawPath) throws(SystemFailure) -> Folder {
    let parent = path.parent
    if parent.isEmpty { return try folder.folder(".") }
    if !made.withLock({ $0.contains(parent) }) {
      try folder.makeFolders(parent)
      made.withLock { _ = $0.insert(parent) }
    }
    return try folder.folder(parent)
  }
}
