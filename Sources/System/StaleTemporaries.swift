/// Temporaries that a killed run could not take away.
package enum StaleTemporaries {
  /// Removes temporary files from a folder and, unless told otherwise, from all folders beneath it,
  /// and returns their number.
  ///
  /// Only regular files with our kind of name are removed, and none whose process still runs; where
  /// that process ran on another machine, none that changed since `time`. A folder that cannot be
  /// read is left alone.
  @discardableResult
  package static func sweep(
    _ top: borrowing Folder, withSubfolders: Bool = true, sparingForeignSince time: Int64? = nil
  ) -> Int {
    var reader = FolderReader()
    var (removed, waiting) = (0, [RawPath("")])
    while let path = waiting.popLast() {
      do throws(SystemFailure) {
        let folder = path.isEmpty ? try top.again() : try top.folder(path, followingLinks: false)
        let found = try Self.look(into: folder, with: &reader)
        for name in found.leftOver where isDead(name, in: folder, time) && folder.removes(name) {
          removed += 1
        }
        if withSubfolders { waiting += found.folders.map(path.appending) }
      } catch {
        continue
      }
    }
    return removed
  }

  private static func look(
    into folder: borrowing Folder, with reader: inout FolderReader
  ) throws(SystemFailure) -> (folders: [RawPath], leftOver: [RawPath]) {
    var (folders, leftOver) = ([RawPath](), [RawPath]())
    reader.restart()
    while let entry = try reader.entry(in: folder.descriptor, folder.path) {
      let name = RawPath(bytes: Array(reader.names[entry.name]))
      var kind = entry.kind
      if kind == nil { kind = try folder.status(of: name, followingLinks: false).kind }
      if kind == .folder {
        folders.append(name)
      } else if kind == .file, TemporaryName.isOurs(name.bytes), name != RunMarker.name {
        leftOver.append(name)
      }
    }
    return (folders, leftOver)
  }

  private static func isDead(
    _ name: RawPath, in folder: borrowing Folder, _ time: Int64?
  ) -> Bool {
    if let isInUse = TemporaryName.isInUse(name.bytes) { return !isInUse }
    guard let time else { return true }
    do {
      return try folder.status(of: name, followingLinks: false).identity.modified < time
    } catch {
      return false
    }
  }
}

/// A file in the output for as long as a run writes there: finding it tells that the run before was
/// killed.
///
/// Without it a run that has nothing to do would have to look for left-overs through the whole
/// output.
package enum RunMarker {
  package static let name: RawPath = ".wavethumb-run.tmp"

  package static func isSet(in output: borrowing Folder) -> Bool {
    output.fileSize(of: name) != nil
  }

}

extension Folder {
  fileprivate func again() throws(SystemFailure) -> Folder {
    try folder(RawPath("."))
  }

  fileprivate func removes(_ name: RawPath) -> Bool {
    do {
      return try OwnedFile.find(name, in: self) { _, _ in true }?.remove() ?? false
    } catch {
      return false
    }
  }
}
