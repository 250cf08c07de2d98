import Glibc
import Library
import System

/// A file in the output while a run writes there: if it exists, the last run was killed.
///
/// Without it, each run would have to search the whole output for temporary files.
enum RunMarker {
  static let name: RawPath = ".wavethumb-run.tmp"

  static func isSet(in output: borrowing Folder) -> Bool { output.fileSize(of: name) != nil }
}

/// The files that this run is about to write into the output, stored in the file that marks a
/// running scan.
///
/// A killed run leaves the journal, by which the next run knows which files are ours. A line is
/// written before its file gets its name; it has path, size and digest, so that a file of that name
/// with other bytes does not count as ours.
struct RunJournal: ~Copyable, Sendable {
  private static let longest = 64 << 20

  private let file: Descriptor

  /// Continues the journal of an output, or begins one.
  init(in output: borrowing Folder) throws(SystemFailure) {
    file = try output.create(
      RunMarker.name, flags: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Whether a file has the name of the journal and another content, so that nothing may be added
  /// to it and it may not be removed.
  static func isForeign(in output: borrowing Folder) throws(SystemFailure) -> Bool {
    guard let status = try output.statusIfPresent(of: RunMarker.name) else { return false }
    guard status.kind == .file else { return true }
    return !WrittenFileLines.isSpelled(in: bytes(in: output))
  }

  /// Removes the journal, unless another file has its name by now.
  func remove(from output: borrowing Folder) throws(SystemFailure) {
    let own = try file.status(RunMarker.name).identity
    let found = try OwnedFile.find(RunMarker.name, in: output) { _, identity in
      identity.inode == own.inode && identity.device == own.device
    }
    _ = try found?.remove()
  }

  func add(_ path: RelativePath, _ written: WrittenFile) throws(SystemFailure) {
    try file.write(WrittenFileLines.line(path, written), RunMarker.name)
  }

  static func read(in output: borrowing Folder) -> [RelativePath: Set<WrittenFile>] {
    WrittenFileLines.files(in: bytes(in: output))
  }

  private static func bytes(in output: borrowing Folder) -> [UInt8] {
    do {
      return try output.open(RunMarker.name, followingLinks: false).read(longest, RunMarker.name)
    } catch {
      return []
    }
  }
}
