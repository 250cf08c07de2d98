package import WavethumbSystem

/// The folder of files that may be deleted at any time: summaries by content, and the sightings of
/// runs over a library.
///
/// Every file is written under a temporary name and renamed, so that any number of processes and
/// machines may share the folder without a lock. The folder is created with the first file.
package final class CacheFolder: Sendable {
  package let path: RawPath
  package let top: Folder

  // A later layout gets folders of its own: releases of both kinds may share the cache meanwhile.
  package static let summaries: RawPath = "summaries-2"
  package static let runs: RawPath = "runs-1"
  static let temporaries: RawPath = "temporary"
  package static let tag: RawPath = "CACHEDIR.TAG"

  /// Opens the cache; without `creating`, a missing one is a failure with ENOENT.
  package init(at path: RawPath, creating: Bool = true) throws(SystemFailure) {
    self.path = path
    top = creating ? try Folder.openOrCreate(path) : try Folder(at: path)
  }

  /// The default folder of the cache; nil if the home folder is unknown.
  package static var standardPath: RawPath? {
    // A systemd service has its own folder, or several separated by colons.
    if let folders = Environment.value("CACHE_DIRECTORY"), folders.isAbsolute {
      let first = folders.bytes.prefix { byte in byte != UInt8(ascii: ":") }
      return RawPath(bytes: Array(first))
    }
    if let folder = Environment.value("XDG_CACHE_HOME"), folder.isAbsolute {
      return folder.appending("wavethumb")
    }
    return Environment.home?.appending(".cache/wavethumb")
  }

  /// Writes a file of the cache, creating its folders, and the tag before any other file.
  // The tag marks the folder as ours, without which nothing in it is ever removed. Nothing is
  // flushed to the disk: each file has a checksum, and one that a power cut emptied counts as missing.
  package func write(_ pieces: BytePieces, to path: RawPath) throws(SystemFailure) {
    if path != Self.tag {
      try writeTag()
    }
    let folder = try top.folderWithoutLinks(Self.temporaries, creating: true)
    let name = TemporaryName.unused()
    let file = try folder.create(name)
    do {
      try pieces.forEach { piece throws(SystemFailure) in try file.write(piece, path) }
      try file.close(self.path.appending(path))
      try move(name, from: folder, to: path)
    } catch {
      // If it cannot be removed either, `sweep` does so later.
      try? folder.removeFile(name)
      throw error
    }
  }

  /// Returns the bytes of a file of the cache, or nil if it is missing, unreadable or too long; if
  /// `marksUse`, the file is kept longer than others.
  package func read(_ path: RawPath, maximumBytes: Int, marksUse: Bool = false) -> [UInt8]? {
    do {
      let file = try top.openWithoutLinks(path)
      let status = try file.status(path)
      guard status.kind == .file, status.identity.size <= maximumBytes else { return nil }
      // By the time of modification, as access times are off on many disks.
      if marksUse {
        file.touch()
      }
      return try file.read(Int(status.identity.size), path)
    } catch {
      return nil
    }
  }

  /// Removes a file of the cache and returns whether it is gone, even if removed by another
  /// process.
  @discardableResult
  package func remove(_ path: RawPath) -> Bool {
    do {
      try parent(of: path).removeFile(path.name)
      return true
    } catch {
      return error.isMissing
    }
  }

  /// Removes temporary files of killed processes.
  package func sweep() {
    do {
      let folder = try top.folder(Self.temporaries, followingLinks: false)
      // Whether a process of another machine still lives cannot be asked. None writes one
      // file of the cache for a day.
      let day: Int64 = 86_400 * 1_000_000_000
      StaleTemporaries.sweep(
        folder,
        withSubfolders: false,
        sparingForeignSince: WallClock.now &- day
      )
    } catch {
      return
    }
  }

  /// Opens the folder of a file of the cache, unless a link leads elsewhere.
  func parent(of path: RawPath, creating: Bool = false) throws(SystemFailure) -> Folder {
    try top.folderWithoutLinks(path.parent, creating: creating)
  }

  /// Returns the names in a folder of the cache; none if it cannot be read.
  func names(in path: RawPath) -> [RawPath] {
    let names = try? top.folderWithoutLinks(path).names()
    return names ?? []
  }

  private func move(
    _ name: RawPath,
    from folder: borrowing Folder,
    to path: RawPath
  ) throws(SystemFailure) {
    do {
      try folder.rename(name, to: path.name, in: parent(of: path, creating: true))
    } catch  where error.isMissing {
      // Another process has just emptied the cache.
      try folder.rename(name, to: path.name, in: parent(of: path, creating: true))
    }
  }
}
