/// A file that has been proved to be ours: the only kind of file that is removed from an output.
package struct OwnedFile: ~Copyable {
  private let folder: Folder
  private let name: RawPath
  private let identity: FileIdentity

  /// Returns nil if there is no regular file, or if `proof` returns false for the open file.
  package static func find(
    _ name: RawPath,
    in folder: borrowing Folder,
    proof: (borrowing Descriptor, FileStatus) throws(SystemFailure) -> Bool
  ) throws(SystemFailure) -> OwnedFile? {
    guard let status = try folder.statusIfPresent(of: name), status.kind == .file else {
      return nil
    }
    // Not a link: what it points to may be anybody's.
    let file = try folder.open(name, followingLinks: false)
    guard try proof(file, status) else { return nil }
    return OwnedFile(folder: try folder.duplicate(), name: name, identity: status.identity)
  }

  /// Removes the file and returns true, or returns false if another file has its name by now.
  package consuming func remove() throws(SystemFailure) -> Bool {
    // Looked at again: the proof was of an open file, and a name may mean another file by now. Linux
    // has no call that removes an open file, so a moment is left between this look and the removal.
    guard let status = try folder.statusIfPresent(of: name) else { return true }
    guard status.kind == .file, status.identity == identity else { return false }
    do throws(SystemFailure) {
      try folder.removeFile(name)
    } catch {
      if !error.isMissing { throw error }
    }
    return true
  }
}
