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
  private static let mark = Array("wavethumb run 1\0".utf8)
  // The lines of seven million files, of 150 bytes each. What the rest of a longer file proves is not
  // asked for, so that those files stay.
  private static let maximumBytes = 1 << 30
  private static let pieceLength = 1 << 20

  /// Its path, for failures.
  private let path: RawPath
  private let file: Descriptor
  /// The length of the lines of killed runs, which precede those of this run.
  let start: Int

  /// Continues the run file of an output, or begins one; throws EEXIST if another program's file has
  /// the name.
  ///
  /// What follows the lines of a killed run, as zeros after a power cut, is removed.
  init(
    _ name: RawPath,
    in output: borrowing Folder,
    isStopped: () -> Bool = { false }
  ) throws(SystemFailure) {
    let path = output.path.appending(name)
    if try Self.isForeign(name, in: output) {
      throw SystemFailure(.open, errno: EEXIST, at: path)
    }
    let lines = try Self.lines(of: name, in: output, isStopped: isStopped)
    let size = output.fileSize(of: name) ?? 0
    let start = Self.mark.count + lines.count
    if size != Int64(start) {
      try AtomicFile.write(Self.mark + lines, as: name, in: output)
    }
    // O_APPEND, so that a line follows the last one; O_NOFOLLOW and O_NONBLOCK, as another program may
    // have put a link or a pipe there.
    let opened = try output.create(
      name,
      flags: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK
    )
    self.path = path
    self.start = lines.count
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
    try Ownership.of(name, in: output) { file, status throws(SystemFailure) in
      try isOurs(file, status, named: name) ? .ours : .foreign
    } == .foreign
  }

  private static func isOurs(
    _ file: borrowing Descriptor,
    _ status: FileStatus,
    named name: RawPath
  ) throws(SystemFailure) -> Bool {
    // A second name may be that of somebody's file, to which lines would be added.
    guard status.links == 1 else { return false }
    if try file.read(mark.count, name) == mark { return true }
    return try Ownership.isBlank(file, status, at: name)
  }

  // Not flushed to the disk, which takes 200 µs on ext4 for each file. Where a power cut takes the line
  // and leaves the file, that file counts as ours only if it has the very bytes due.
  func add(_ line: OwnedLine) throws(SystemFailure) { try file.write(line.bytes, path) }

  /// Adds the parts that the ledger of this run takes over, before it gets its name.
  // Flushed: a power cut that takes these lines and leaves the ledger would leave half a set of parts.
  func add(_ parts: [MergedPart]) throws(SystemFailure) {
    try file.write(parts.flatMap(\.bytes), path)
    try file.sync(path)
  }

  /// Removes a run file whose lines a ledger has; one that holds only zeros is removed as well.
  static func remove(_ name: RawPath, from output: borrowing Folder) throws(SystemFailure) {
    let found = try OwnedFile.find(name, in: output) { file, status throws(SystemFailure) in
      try isOurs(file, status, named: name)
    }
    _ = try found?.remove()
  }

  /// Returns the lines of a run file of ours, up to the first that cannot be one; none if there is no
  /// such file.
  // A line is never empty: after a power cut, a file may end with zeros of any length.
  static func lines(
    of name: RawPath,
    in output: borrowing Folder,
    isStopped: () -> Bool = { false }
  ) throws(SystemFailure) -> [UInt8] {
    guard try !isForeign(name, in: output), output.fileSize(of: name) != nil else { return [] }
    let file = try output.open(name, followingLinks: false)
    guard try file.read(mark.count, name) == mark else { return [] }
    var lines: [UInt8] = []
    var lineStart = 0
    while lines.count < maximumBytes {
      if isStopped() { throw SystemFailure(.read, errno: EINTR, at: name) }
      let piece = try file.read(pieceLength, from: mark.count + lines.count, name)
      lines += piece
      while let end = lines[lineStart...].firstIndex(of: 0),
        (1...OwnedLine.maximumBytes).contains(end - lineStart)
      {
        lineStart = end + 1
      }
      if piece.count < pieceLength || lines.count - lineStart > OwnedLine.maximumBytes { break }
    }
    lines.removeLast(lines.count - lineStart)
    return lines
  }
}
