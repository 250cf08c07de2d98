import Glibc

/// Whose a file is: the one question of whatever replaces or deletes a file, with its four answers.
package enum Ownership: Sendable, Hashable {
  /// No file has the name.
  case missing
  /// Our mark is in it, a ledger or run file names its size and digest, or one of them lists its name and
  /// it is blank.
  case ours
  /// It has the very bytes that are due, so that nobody loses any, whoever made it.
  case due
  /// A file that nothing proves ours, or something other than a regular file.
  case foreign

  // Half a second of zeros: a sparse file has any size.
  private static let maximumBlankBytes = 1 << 30

  /// Asks `proof` about the open file of that name, which is no link.
  package static func of(
    _ name: RawPath,
    in folder: borrowing Folder,
    proof: (borrowing Descriptor, FileStatus) throws(SystemFailure) -> Ownership
  ) throws(SystemFailure) -> Ownership {
    guard let found = try folder.statusIfPresent(of: name) else { return .missing }
    guard found.kind == .file else { return .foreign }
    let file = try folder.open(name, followingLinks: false)
    // Of the open file: the name may mean another one by now.
    let status = try file.status(name)
    guard status.kind == .file else { return .foreign }
    return try proof(file, status)
  }

  /// Asks for a mark at the beginning of a file.
  package static func of(
    _ name: RawPath,
    in folder: borrowing Folder,
    marked mark: [UInt8]
  ) throws(SystemFailure) -> Ownership {
    try of(name, in: folder) { file, _ throws(SystemFailure) in
      try file.read(mark.count, name) == mark ? .ours : .foreign
    }
  }

  /// Returns whether a file is empty or has only zeros, as after a power cut.
  package static func isBlank(
    _ file: borrowing Descriptor,
    _ status: FileStatus,
    at path: RawPath
  ) throws(SystemFailure) -> Bool {
    guard status.identity.size <= maximumBlankBytes else { return false }
    return try file.allPieces(path, isZero)
  }

  private static func isZero(_ piece: [UInt8]) -> Bool {
    guard piece.first == 0 else { return piece.isEmpty }
    // Each byte is compared with the next, which C does many times as fast as a loop.
    return unsafe piece.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      return unsafe memcmp(start, start + 1, bytes.count - 1) == 0
    }
  }
}

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
