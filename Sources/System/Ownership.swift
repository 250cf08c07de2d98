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
