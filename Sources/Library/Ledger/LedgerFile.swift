import Glibc
import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// An open ledger of an output, read section by section.
///
/// A ledger is only ever renamed into place, so that an open one stays as it is while another run
/// writes the next. Anyone may have written it: no length in it is allocated beyond its own size.
package final class LedgerFile: Sendable {
  /// Nil if the header is damaged, or of another version.
  package let header: LedgerHeader?
  package let name: RawPath
  /// Its path, for failures.
  let path: RawPath
  package let status: FileStatus
  private let file: Descriptor
  private let size: Int
  private let isStopped: @Sendable () -> Bool
  private static let pieceLength = 4 << 20
  // The records of twenty-five million recordings, of 64 bytes each and two sizes. A length is believed
  // up to the size of the file, but a sparse file has any size.
  private static let maximumSectionBytes = 1 << 31
  // Settings take at most 1 MiB, choices at most a file of options and a command line, which Linux bounds
  // at 6 MiB.
  private static let maximumFactsBytes = 10 << 20

  private init(
    _ path: RawPath,
    _ file: consuming Descriptor,
    status: FileStatus,
    header: LedgerHeader?,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    name = path.name
    self.path = path
    self.status = status
    size = Int(clamping: status.identity.size)
    self.header = header
    self.isStopped = isStopped
    self.file = file
  }

  /// Opens a ledger; nil if there is none.
  ///
  /// Throws `LedgerFault.foreign` if the file of that name is another program's. If `isStopped` returns
  /// true while the ledger is read, that throws EINTR.
  // A damaged ledger is still ours: it is opened, and answers nil for what is damaged in it.
  package static func open(
    _ name: RawPath,
    in output: borrowing Folder,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(LedgerFault) -> LedgerFile? {
    do throws(SystemFailure) {
      guard let found = try output.statusIfPresent(of: name) else { return nil }
      if found.kind == .file, let ledger = try opened(name, in: output, isStopped: isStopped) {
        return ledger
      }
    } catch {
      if error.isMissing { return nil }
      throw .failed(error)
    }
    throw .foreign
  }

  /// Returns nil if the file is not ours.
  private static func opened(
    _ name: RawPath,
    in output: borrowing Folder,
    isStopped: @escaping @Sendable () -> Bool
  ) throws(SystemFailure) -> LedgerFile? {
    // Opened without waiting: a pipe may have taken the name since its kind was looked at.
    let file = try output.open(name, followingLinks: false)
    let status = try file.status(name)
    guard status.kind == .file else { return nil }
    let start = try file.read(LedgerLayout.mark.count + LedgerLayout.headerLength, name)
    guard try isOurs(file, status, name) else { return nil }
    return LedgerFile(
      output.path.appending(name),
      file,
      status: status,
      header: LedgerHeader(start, fileSize: Int(clamping: status.identity.size)),
      isStopped: isStopped
    )
  }

  /// A ledger has its mark or its end mark; damage in one place leaves the other.
  private static func isOurs(
    _ file: borrowing Descriptor,
    _ status: FileStatus,
    _ name: RawPath
  ) throws(SystemFailure) -> Bool {
    let mark = LedgerLayout.mark
    if try file.read(mark.count, name) == mark { return true }
    let endMark = LedgerLayout.endMark
    let endStart = max(0, Int(clamping: status.identity.size) - endMark.count)
    if try file.read(endMark.count, from: endStart, name) == endMark { return true }
    return try Ownership.isBlank(file, status, at: name)
  }

  /// Returns a section in memory; nil if it or the header is damaged.
  package func section(_ section: LedgerLayout.Section) throws(SystemFailure) -> [UInt8]? {
    let maximum = section == .facts ? Self.maximumFactsBytes : Self.maximumSectionBytes
    guard let extent = header?[section], extent.range.count <= maximum else { return nil }
    let bytes = try bytes(extent.range)
    return ContentDigest(of: bytes) == extent.digest ? bytes : nil
  }

  /// Returns the bytes of a range of the file; throws if the file has become shorter.
  func bytes(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < range.count {
      if isStopped() { throw SystemFailure(.read, errno: EINTR, at: path) }
      let length = min(range.count - bytes.count, Self.pieceLength)
      let piece = try file.read(length, from: range.lowerBound + bytes.count, path)
      guard piece.count == length else { throw SystemFailure(.read, errno: EIO, at: path) }
      bytes += piece
    }
    return bytes
  }

  package func facts() throws(SystemFailure) -> LedgerFacts? {
    try section(.facts).flatMap(LedgerFacts.init(encoded:))
  }

  /// Whether the section of owned lines is as it was written.
  package func hasAllOwnedLines() throws(SystemFailure) -> Bool {
    try section(.owned) != nil
  }

  /// Adds the owned files; of a damaged section those whose lines check out, and none if the header is
  /// damaged.
  package func addOwned(to files: inout OwnedFiles) throws(SystemFailure) {
    guard let extent = header?[.owned], extent.range.count <= Self.maximumSectionBytes else {
      return
    }
    let bytes = try bytes(extent.range)
    files.add(section: bytes, isWhole: ContentDigest(of: bytes) == extent.digest)
  }

  /// Adds the owned files of all ledgers of these names in an output; a file of another program proves
  /// nothing.
  package static func addOwned(
    of names: [RawPath],
    in output: borrowing Folder,
    to files: inout OwnedFiles,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(SystemFailure) {
    for name in names {
      let ledger: LedgerFile?
      do throws(LedgerFault) {
        ledger = try open(name, in: output, isStopped: isStopped)
      } catch {
        if case .failed(let failure) = error { throw failure }
        continue
      }
      try ledger?.addOwned(to: &files)
    }
  }

  /// Returns whether all bytes are those that the header names.
  package func isWhole() throws(SystemFailure) -> Bool {
    guard let header else { return false }
    for kind in LedgerLayout.Section.allCases {
      let zero = try file.read(1, from: header[kind].range.upperBound, path)
      guard zero == [0], try section(kind) != nil else { return false }
    }
    let end = LedgerLayout.endMark
    guard size == header.end + end.count else { return false }
    return try file.read(end.count, from: header.end, path) == end
  }

  /// Returns the header that a ledger of these sections has.
  package static func header(_ sections: [LedgerLayout.Section: BytePieces]) -> LedgerHeader {
    LedgerHeader(ordered(sections))
  }

  private static func ordered(
    _ sections: [LedgerLayout.Section: BytePieces]
  ) -> [BytePieces] {
    LedgerLayout.Section.allCases.map { sections[$0] ?? BytePieces() }
  }

  /// Removes a ledger whose owned files another one has taken over.
  package static func remove(
    _ name: RawPath,
    from output: borrowing Folder
  ) throws(SystemFailure) {
    // Asked of the file once more, at the last moment: the name may belong to another one by now.
    let found = try OwnedFile.find(name, in: output) { file, status throws(SystemFailure) in
      try isOurs(file, status, name)
    }
    _ = try found?.remove()
  }

  /// Writes a ledger with the header of its sections, which replaces an earlier one: the moment from
  /// which the run counts as done.
  package static func write(
    _ sections: [LedgerLayout.Section: BytePieces],
    _ header: LedgerHeader,
    as name: RawPath,
    in output: borrowing Folder
  ) throws(SystemFailure) {
    var file = try AtomicFile(name, in: output)
    try file.write(LedgerLayout.mark + header.bytes)
    for section in ordered(sections) {
      try section.forEach { piece throws(SystemFailure) in try file.write(piece) }
      // The zero byte ends whatever is before an owned line, which is found without the header by it.
      try file.write([0])
    }
    try file.write(LedgerLayout.endMark)
    // Flushed by itself, like the manifest, with the folder's entry for it: a millisecond on ext4. The
    // pictures before were flushed with one call for all.
    try file.commit(durable: true)
  }
}

/// The file layout of a ledger: mark, header, sections with a zero byte after each, end mark.
///
/// The header has the length and the digest of each section, so that each is read and checked by
/// itself: an unchanged scan never reads the lines of owned files, and damage to one section leaves
/// the others.
package enum LedgerLayout {
  /// The kinds of sections, in the order of the file.
  package enum Section: Int, CaseIterable, Sendable {
    /// The facts of the run that wrote the ledger: `LedgerFacts`.
    case facts
    /// A record for each recording.
    case records
    /// The paths of the recordings.
    case paths
    /// The files without a mark: lines of `OwnedLine`.
    case owned
  }

  // Frozen like the lines themselves: a later version finds the owned files of every ledger.
  package static let mark = Array("wavethumb ledger 1\n".utf8)
  /// The last bytes of a ledger, by which one with a damaged mark is still known as ours.
  package static let endMark = Array("wavethumb ledger ends\n".utf8)
  /// Of each section its length and its digest, and a check of these.
  static let headerLength = Section.allCases.count * (8 + 16) + 8
}

/// The names of the ledger and the run file of an output.
///
/// Each part has its own as well, so that no two processes write one file.
package struct LedgerName: Sendable, Hashable {
  package let ledger: RawPath
  package let run: RawPath

  package static let whole = LedgerName()

  /// Creates the names of a part, or of the whole.
  package init(of part: Shard? = nil) {
    var fileExtension = ""
    if let part {
      fileExtension = ".\(part.label)"
    }
    ledger = RawPath(".wavethumb-ledger\(fileExtension)")
    run = RawPath(".wavethumb-run\(fileExtension)")
  }
}

/// Why a ledger cannot be opened.
package enum LedgerFault: Error {
  /// Another program's file has the name.
  case foreign
  case failed(SystemFailure)
}
