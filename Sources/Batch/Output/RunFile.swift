import Glibc
import WavethumbLibrary
import WavethumbSystem

/// The files without a mark that this run is about to write into the output, in a file that exists
/// while a run writes: if it exists at the start, the last run was killed or failed.
///
/// Pictures have a mark and no line. But any of them may be other than the last ledger lists, so that
/// while this file is there, only digests prove what a file shows.
///
/// A line is written before its file gets its name, so that after any kill each file without a mark
/// is named by a ledger or by this file, and a file of that name with other bytes is not ours. The
/// lines move into the ledger at the end of the run, and only then is this file removed.
struct RunFile: ~Copyable, Sendable {
  // Frozen like the lines of owned files.
  private static let mark = Array("wavethumb run 1\0".utf8)
  // The lines of seven million files, of 150 bytes each, in memory. What the rest of a longer file proves
  // is not asked for, so that those files stay.
  private static let maximumBytes = 1 << 30

  /// Its path, for failures.
  private let path: RawPath
  private let file: Descriptor
  /// The lines after this offset are of this run, those before it of a killed one.
  let start: Int

  /// Continues the run file of an output, or begins one.
  init(_ name: RawPath, in output: borrowing Folder) throws(SystemFailure) {
    // O_APPEND, so that a line follows the last one of any process; O_NOFOLLOW and O_NONBLOCK, as
    // another program may have put a link or a pipe there.
    let opened = try output.create(
      name,
      flags: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    )
    let path = output.path.appending(name)
    let size = Int(clamping: try opened.status(path).identity.size)
    // A run that was killed at once may have left a part of the mark.
    if size < Self.mark.count {
      try opened.write(Array(Self.mark[size...]), path)
    }
    self.path = path
    start = max(size, Self.mark.count)
    file = opened
  }

  /// Whether a killed run left a file of that name.
  static func isSet(_ name: RawPath, in output: borrowing Folder) -> Bool {
    output.fileSize(of: name) != nil
  }

  /// Whether another program's file has the name, so that nothing may be added to it and it may not
  /// be removed.
  static func isForeign(_ name: RawPath, in output: borrowing Folder) throws(SystemFailure) -> Bool
  {
    guard let status = try output.statusIfPresent(of: name) else { return false }
    guard status.kind == .file else { return true }
    let file = try output.open(name, followingLinks: false)
    return try !isOurs(file, named: name, identity: status.identity)
  }

  private static func isOurs(
    _ file: borrowing Descriptor,
    named name: RawPath,
    identity: FileIdentity
  ) throws(SystemFailure) -> Bool {
    if try file.read(mark.count, name) == mark { return true }
    // A kill may leave a part of the mark, and a power cut zeros.
    return try Remnant.isOne(size: Int(clamping: identity.size), of: mark) {
      range throws(SystemFailure) in try file.read(range.count, from: range.lowerBound, name)
    }
  }

  // Not flushed to the disk, which takes 200 µs on ext4 for each file. Where a power cut takes the line
  // and leaves the file, that file counts as ours only if it has the very bytes due.
  func add(_ line: OwnedLine) throws(SystemFailure) { try file.write(line.bytes, path) }

  /// Adds the parts that the ledger of this run takes over, before it gets its name.
  // Flushed: a power cut that takes these lines and leaves the ledger would leave half a set of parts.
  func add(_ parts: [JoinedPart]) throws(SystemFailure) {
    try file.write(parts.flatMap(\.bytes), path)
    try file.sync(path)
  }

  /// Removes a run file whose lines a ledger has; one that holds only zeros is removed as well.
  static func remove(_ name: RawPath, from output: borrowing Folder) throws(SystemFailure) {
    let found = try OwnedFile.find(name, in: output) { file, identity throws(SystemFailure) in
      try isOurs(file, named: name, identity: identity)
    }
    _ = try found?.remove()
  }

  /// Removes a file of zeros, as after a power failure: it has no mark to continue behind.
  static func removeEmptied(_ name: RawPath, from output: borrowing Folder) throws(SystemFailure) {
    let found = try OwnedFile.find(name, in: output) { file, identity throws(SystemFailure) in
      guard try isOurs(file, named: name, identity: identity) else { return false }
      let start = try file.read(mark.count, name)
      return start.contains(0) && start != mark
    }
    _ = try found?.remove()
  }

  /// Opens a run file of ours, to be read piece by piece; nil if there is none.
  static func open(
    _ name: RawPath,
    in output: borrowing Folder
  ) throws(SystemFailure) -> ReadableFile? {
    guard try !isForeign(name, in: output) else { return nil }
    do throws(SystemFailure) {
      let file = try output.open(name, followingLinks: false)
      let size = Int(clamping: try file.status(name).identity.size)
      return ReadableFile(file, size: size, at: name)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Returns the bytes of a run file of ours; none if there is none.
  static func bytes(_ name: RawPath, in output: borrowing Folder) throws(SystemFailure) -> [UInt8] {
    guard let file = try open(name, in: output) else { return [] }
    return try file.bytes(0..<min(file.size, maximumBytes))
  }

  /// Calls `body` with each line of a run file of ours, without the zero byte at its end.
  static func forEachLine(
    of name: RawPath,
    in output: borrowing Folder,
    _ body: (ArraySlice<UInt8>) -> Void
  ) throws(SystemFailure) {
    guard let file = try open(name, in: output) else { return }
    var lines = ZeroEndedLines(of: 0..<file.size, file.bytes)
    while let line = try lines.next() {
      body(line)
    }
  }
}
