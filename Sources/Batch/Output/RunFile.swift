import Glibc
import Library
import System

/// The files that this run is about to write into the output, stored in a file that exists while a
/// run writes: if it exists at the start, the last run was killed.
///
/// From the journal of a killed run, the next one knows which files are ours, and searches the whole
/// output for temporary files. A line with path, size and digest is written before its file gets its
/// name, so that a file of that name with other bytes does not count as ours.
struct RunJournal: ~Copyable, Sendable {
  static let name: RawPath = ".wavethumb-run.tmp"

  private static let longest = 64 << 20

  private let file: Descriptor

  /// Continues the journal of an output, or begins one.
  init(in output: borrowing Folder) throws(SystemFailure) {
    file = try output.create(
      Self.name, flags: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK)
  }

  static func isSet(in output: borrowing Folder) -> Bool { output.fileSize(of: name) != nil }

  /// Whether a file has the name of the journal and another content, so that nothing may be added
  /// to it and it may not be removed.
  static func isForeign(in output: borrowing Folder) throws(SystemFailure) -> Bool {
    guard let status = try output.statusIfPresent(of: name) else { return false }
    guard status.kind == .file else { return true }
    return !WrittenFileLines.isSpelled(in: bytes(in: output))
  }

  /// Removes the journal, unless another file has its name by now.
  func remove(from output: borrowing Folder) throws(SystemFailure) {
    let own = try file.status(Self.name).identity
    let found = try OwnedFile.find(Self.name, in: output) { _, identity in
      identity.inode == own.inode && identity.device == own.device
    }
    _ = try found?.remove()
  }

  func add(_ path: RelativePath, _ written: WrittenFile) throws(SystemFailure) {
    try file.write(WrittenFileLines.line(path, written), Self.name)
  }

  static func read(in output: borrowing Folder) -> [RelativePath: Set<WrittenFile>] {
    WrittenFileLines.files(in: bytes(in: output))
  }

  private static func bytes(in output: borrowing Folder) -> [UInt8] {
    do {
      return try output.open(name, followingLinks: false).read(longest, name)
    } catch {
      return []
    }
  }
}
