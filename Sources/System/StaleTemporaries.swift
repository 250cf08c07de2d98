/// Temporary files left by killed runs.
package enum StaleTemporaries {
  /// Removes temporary files from a folder and, by default, from those below; returns their number.
  ///
  /// Removes only regular files with our pattern of name whose process no longer runs; if that
  /// process ran on another machine, only those unchanged since `time`. Skips folders that cannot
  /// be read.
  @discardableResult
  package static func sweep(
    _ top: borrowing Folder,
    withSubfolders: Bool = true,
    sparingForeignSince time: Int64? = nil
  ) -> Int {
    var reader = FolderReader()
    var removed = 0
    var waiting = [RawPath("")]
    while let path = waiting.popLast() {
      // A folder that is gone or forbidden has nothing that this run could remove.
      do throws(SystemFailure) {
        let folder = try top.folder(path.asFolder, followingLinks: false)
        let (folders, files) = try reader.list(folder)
        for name in files where TemporaryName.isOurs(name.bytes) {
          if removeIfStale(name, in: folder, sparingForeignSince: time) {
            removed += 1
          }
        }
        if withSubfolders {
          waiting += folders.map(path.appending)
        }
      } catch {
        continue
      }
    }
    return removed
  }

  /// Returns whether the file was removed; a failure leaves it to the next run.
  private static func removeIfStale(
    _ name: RawPath,
    in folder: borrowing Folder,
    sparingForeignSince time: Int64?
  ) -> Bool {
    do throws(SystemFailure) {
      guard try isDead(name, in: folder, time) else { return false }
      // The name is the proof: no other program gives it, and its process is gone.
      let file = try OwnedFile.find(name, in: folder) { _, _ in true }
      return try file?.remove() ?? false
    } catch {
      return false
    }
  }

  private static func isDead(
    _ name: RawPath,
    in folder: borrowing Folder,
    _ time: Int64?
  ) throws(SystemFailure) -> Bool {
    if let isInUse = TemporaryName.isInUse(name.bytes) { return !isInUse }
    // A process on another machine cannot be asked, so only the age of its file is left.
    guard let time else { return true }
    return try folder.status(of: name, followingLinks: false).identity.modified < time
  }
}
