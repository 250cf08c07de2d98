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
  private let begun = Guarded(false)

  init(_ folder: consuming Folder) {
    self.folder = folder
  }

  /// Puts a file in its place, replacing only what wavethumb made.
  func write(_ bytes: [UInt8], as path: RawPath) throws(Refusal) {
    do {
      try begin()
      let parent = try folder.folderWithoutLinks(path.parent, making: true)
      if try isForeign(path.name, in: parent) { throw Refusal.foreign }
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
      let parent = try folder.folderWithoutLinks(path.parent)
      guard parent.fileSize(of: path.name) != nil else { return false }
      return MadeHere.isDisposable(try Self.start(of: path.name, in: parent))
    } catch {
      return false
    }
  }

  /// Deletes a file, and the folders that are empty without it.
  func delete(_ path: RawPath) throws(SystemFailure) {
    try begin()
    try folder.folderWithoutLinks(path.parent).remove(path.name)
    var parent = path.parent
    while !parent.isEmpty {
      do {
        try folder.folderWithoutLinks(parent.parent).removeFolder(parent.name)
      } catch {
        return
      }
      parent = parent.parent
    }
  }

  /// Whether a name is taken by what wavethumb did not make: a file with something in it, a link, a pipe, a device.
  private func isForeign(
    _ name: RawPath, in parent: borrowing Folder
  ) throws(SystemFailure) -> Bool {
    let status: FileStatus
    do {
      status = try parent.status(of: name, followingLinks: false)
    } catch {
      if error.isMissing { return false }
      throw error
    }
    // What is a folder cannot be replaced, and says so itself.
    guard status.kind == .file else { return status.kind != .folder }
    // A file system that was cut off leaves empty files; there is nothing in them to lose.
    if status.identity.size == 0 { return false }
    return !MadeHere.claims(try Self.start(of: name, in: parent))
  }

  /// The first bytes of a file.
  private static func start(
    of name: RawPath, in parent: borrowing Folder
  ) throws(SystemFailure) -> [UInt8] {
    try parent.open(name).read(MadeHere.markLength, name)
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
}
