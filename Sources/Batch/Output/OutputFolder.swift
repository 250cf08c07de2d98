import Glibc
import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The output folder. Writes are atomic, and files of other programs are never replaced.
final class OutputFolder: Sendable {
  /// What exists at the path of an output.
  private enum Existing {
    case nothing
    case ours
    case foreign
    /// A file of ours with bytes that no run has written.
    case damaged
    /// A file with exactly the bytes that are about to be written; its author does not matter.
    case same
  }

  // The state below is behind locks, as children of the task group write side by side; each is held for
  // a look or a line only, never while a file is drawn.
  let folder: Folder
  let names: LedgerName
  let isStopped: @Sendable () -> Bool
  /// Nil until this run writes.
  private let run = Locked<RunFile?>(nil)
  /// The files without a mark that any ledger or run file of this output names; nil until it has to be
  /// known whether one is ours.
  private let proven = Locked<OwnedFiles?>(nil)
  private let listed = Locked<FoundLedgers?>(nil)
  /// Whether the previous run was killed: a power cut may have left its files empty.
  private let wasInterrupted = Locked(false)
  private let repairCount = Locked(0)
  /// The files of recordings that would have another recording's name, and that recording.
  private let owners = Locked<[RawPath: RawPath]>([:])

  /// If `isStopped` returns true while a ledger or a run file is read, that throws EINTR.
  init(
    _ folder: consuming Folder,
    names: LedgerName,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    self.folder = folder
    self.names = names
    self.isStopped = isStopped
  }

  var repairs: Int { repairCount.withLock { $0 } }

  /// Writes a file, replacing only files that wavethumb made; an identical file stays.
  ///
  /// If `wasOurs`, an earlier run wrote a file of that name, and a damaged rest may be replaced as
  /// well. Returns no file if the format has no room for the recording.
  // Drawn before it is known whether the name is free: only the bytes due show that a file without a
  // mark, left by a killed run, is ours. They go into an unnamed file meanwhile.
  func write(
    _ output: any Output,
    of recording: OutputSource,
    as path: RawPath,
    wasOurs: Bool
  ) throws(JobStop) -> (file: WrittenFile?, picture: PictureFacts?) {
    let owner = owners.withLock { $0[path] }
    if let owner { throw JobStop.problem(.sharedName(owner.bytes)) }
    do {
      try begin()
      let kind = type(of: output).format.kind
      let path = try relative(path)
      let parent = try folder.parent(of: path, creating: true)
      var writing = try FileWriting(AtomicFile(path.name, owning: parent), of: kind)
      let picture = try writing.fill(with: output, of: recording)
      let written = writing.finish()
      let existing = try existing(
        at: path,
        in: writing,
        due: written,
        of: kind,
        wasOurs: wasOurs
      )
      switch existing {
      case .foreign: throw JobStop.problem(.foreignPicture)
      case .damaged: repairCount.withLock { $0 += 1 }
      case .same, .nothing, .ours: break
      }
      // Noted even if it has the same bytes: the ledger of the run that wrote it may be lost.
      try record(path, file: written, beginning: writing.start)
      if existing != .same {
        try writing.commit()
      }
      return (written, picture)
    } catch OutputFailure.tooManyChannels {
      return (nil, nil)
    } catch {
      throw JobStop(error) { failure in
        // A full disk fails every recording, a name that is too long only one.
        if failure.endsTheRun {
          return .run(.outputLost(failure.path.bytes, errno: failure.errno))
        }
        return .problem(.writeFailed(errno: failure.errno))
      }
    }
  }

  /// Refuses to write files whose names belong to another recording.
  func refuse(_ names: [RawPath], of owner: RawPath) {
    owners.withLock { owners in
      for name in names {
        owners[name] = owner
      }
    }
  }

  /// Whether a file of that name is an output that wavethumb made.
  func isDisposable(_ path: RawPath) -> Bool {
    do {
      let path = try relative(path)
      let file = try owned(path, in: folder.parent(of: path))
      return file != nil
    } catch {
      // What cannot be looked at is not proved to be ours.
      return false
    }
  }

  /// Returns the file if our mark is in it, or if an earlier run recorded that it wrote these
  /// bytes.
  private func owned(
    _ path: RelativePath,
    in parent: borrowing Folder
  ) throws(SystemFailure) -> OwnedFile? {
    try OwnedFile.find(path.name, in: parent) { file, _ throws(SystemFailure) in
      try isOurs(file, at: path)
    }
  }

  private func isOurs(
    _ file: borrowing Descriptor,
    at path: RelativePath
  ) throws(SystemFailure) -> Bool {
    // A copy of art is known by its content: its name is the digest.
    if path.parent?.path == CoverCopy.folder, let digest = CoverCopy.digest(in: path.name) {
      return try file.writtenFile(.picture, at: path.path)?.digest == digest
    }
    let start = try file.read(Ownership.startLength, path.path)
    switch OutputList.ownership(ofFileBeginning: start) {
    case .yes: return true
    case .no: return false
    case .askTheLedger: return try isKnown(file, at: path)
    }
  }

  /// Records a file before it gets its name, unless the file itself proves whose it is.
  private func record(
    _ path: RelativePath,
    file: WrittenFile,
    beginning start: [UInt8]
  ) throws(SystemFailure) {
    // The name of a copy of art is its digest.
    if OutputList.ownership(ofFileBeginning: start) == .yes || CoverCopy.isName(path) { return }
    try run.withLock { run throws(SystemFailure) in try run?.add(OwnedLine(path, file)) }
  }

  /// Deletes a file if it is proved to be ours, and the folders that become empty; returns whether
  /// the file is gone.
  func delete(_ path: RawPath) throws(SystemFailure) -> Bool {
    let path = try relative(path)
    guard let file = try owned(path, in: folder.parent(of: path)) else { return false }
    // So that the ledger is written again, without the line of this file.
    try begin()
    guard try file.remove() else { return false }
    removeEmptyFolders(upFrom: path.parent)
    return true
  }

  /// Removes a folder of the output if it is empty, and those above it that become empty.
  private func removeEmptyFolders(upFrom path: RelativePath?) {
    var emptied = path
    while let path = emptied {
      // The kernel removes no folder that has a file, so that nothing needs to be asked before.
      do {
        try folder.parent(of: path).removeFolder(path.name)
      } catch {
        break
      }
      emptied = path.parent
    }
  }

  /// Begins the run file before the first file; if it remains, this run was killed.
  func begin() throws(SystemFailure) {
    try run.withLock { run throws(SystemFailure) in
      if run == nil {
        run = try RunFile(names.run, in: folder, isStopped: isStopped)
      }
    }
  }

  var hasBegun: Bool { run.withLock { $0 != nil } }

  /// Records the parts that the ledger of this seal takes over, before it gets its name.
  func record(joined digests: [ContentDigest], by ledger: ContentDigest) throws(SystemFailure) {
    guard !digests.isEmpty else { return }
    try begin()
    let parts = digests.map { digest in JoinedPart(manifest: digest, ledger: ledger) }
    try run.withLock { run throws(SystemFailure) in try run?.add(parts) }
  }

  /// Returns the digests of the parts that the ledger with this seal has taken over, if the run that
  /// wrote it was killed before all of them were deleted.
  func joinedParts(by ledger: ContentDigest?) throws(SystemFailure) -> Set<ContentDigest> {
    var joined: Set<ContentDigest> = []
    let lines = try RunFile.lines(of: names.run, in: folder, isStopped: isStopped)
    for line in NulTerminatedLines(lines) {
      if let part = JoinedPart(line), part.ledger == ledger {
        joined.insert(part.manifest)
      }
    }
    return joined
  }

  /// Returns the ledgers and run files of the output.
  // The folder is listed once: while this run holds the lock, no other run adds such files.
  func foundLedgers() throws(SystemFailure) -> FoundLedgers {
    var found = try listed.withLock { listed throws(SystemFailure) in
      if let listed { return listed }
      let found = try FoundLedgers(in: folder)
      listed = found
      return found
    }
    if hasBegun {
      found.addRun(names.run)
    }
    return found
  }

  /// Whether a scan has finished here.
  func hasLedger() -> Bool {
    do throws(SystemFailure) {
      return try FoundLedgers.hasLedger(in: folder)
    } catch {
      return false
    }
  }

  /// Whether a file is there with these very bytes.
  func holds(_ listed: ListedFile) -> Bool {
    do {
      let parent = try folder.parent(of: listed.path)
      let file = try parent.open(listed.path.name, followingLinks: false)
      return try file.writtenFile(listed.kind, at: listed.path.path) == listed.file
    } catch {
      return false
    }
  }

  /// Continues after a killed run, of this part or of the whole.
  func recover() throws(SystemFailure) {
    wasInterrupted.withLock { $0 = true }
    try begin()
  }

  /// Copies a file that the manifest of a part lists. Returns false, and copies nothing, if the
  /// destination holds something that wavethumb did not write.
  ///
  /// Throws a `RunFailure` if the bytes are not those that the manifest lists.
  func copy(
    _ listed: ListedFile,
    from source: borrowing Folder,
    interruption: Interruption
  ) throws -> Bool {
    let path = listed.path
    let rawPath = listed.path.path
    let parent = try folder.parent(of: path, creating: true)
    switch try existing(listed, in: parent) {
    case .foreign, .damaged: return false
    case .same: return true
    case .nothing, .ours: break
    }
    let file = try Self.open(path, in: source)
    var copy = try FileWriting(AtomicFile(path.name, owning: parent), of: listed.kind)
    let isComplete = try file.allPieces(rawPath) { piece throws(SystemFailure) in
      if interruption.requested { return false }
      try copy.write(piece)
      return true
    }
    guard isComplete else { throw JobStop.cancelled }
    // Compared with its digest while it is still unnamed: another machine has written it, and it may
    // have changed since.
    guard copy.finish() == listed.file else { throw RunFailure.damagedFileOfPart(rawPath.bytes) }
    try record(path, file: listed.file, beginning: copy.start)
    try copy.commit()
    return true
  }

  /// Returns what exists at the path of a file that is about to be copied; notes the very file.
  private func existing(
    _ listed: ListedFile,
    in parent: borrowing Folder
  ) throws(SystemFailure) -> Existing {
    let path = listed.path
    let rawPath = path.path
    guard let status = try parent.statusIfPresent(of: path.name) else { return .nothing }
    guard status.kind == .file else { return .foreign }
    let there = try parent.open(path.name, followingLinks: false)
    let hasItsSize = status.identity.size == Int64(listed.file.bytes)
    if hasItsSize, try there.writtenFile(listed.kind, at: rawPath) == listed.file {
      let start = try there.read(Ownership.startLength, rawPath)
      try record(path, file: listed.file, beginning: start)
      return .same
    }
    // A power cut leaves empty files of ours.
    let isEmptied = status.identity.size == 0 && wasInterrupted.withLock(\.self)
    if isEmptied { return .ours }
    if try isOurs(there, at: path) { return .ours }
    return .foreign
  }

  /// Opens a file of a part, which must be a file and no link.
  private static func open(_ path: RelativePath, in source: borrowing Folder) throws -> Descriptor {
    let file: Descriptor
    do throws(SystemFailure) {
      file = try source.open(path)
    } catch {
      if !error.isMissing && error.errno != ELOOP { throw error }
      throw RunFailure.damagedFileOfPart(path.path.bytes)
    }
    guard try file.status(path.path).kind == .file else {
      throw RunFailure.damagedFileOfPart(path.path.bytes)
    }
    return file
  }

  /// Returns what exists at the path of a file that is written but has no name yet.
  private func existing(
    at path: RelativePath,
    in writing: borrowing FileWriting,
    due written: WrittenFile,
    of kind: OutputFormat.Kind,
    wasOurs: Bool
  ) throws(SystemFailure) -> Existing {
    let existing = try existing(
      at: path,
      in: writing.file.folder,
      due: written,
      of: kind,
      wasOurs: wasOurs
    )
    // Where no earlier run has written that name, nothing there can be a damaged file of ours.
    guard existing == .foreign, wasOurs else { return existing }
    let damaged = try DamagedFile(path.name, in: writing.file.folder)
    if try damaged.isOurs(due: writing.start, ofBytes: written.bytes) { return .damaged }
    return .foreign
  }

  // A folder counts as nothing: renaming over it fails, and the failure names it.
  private func existing(
    at path: RelativePath,
    in parent: borrowing Folder,
    due written: WrittenFile,
    of kind: OutputFormat.Kind,
    wasOurs: Bool
  ) throws(SystemFailure) -> Existing {
    guard let status = try parent.statusIfPresent(of: path.name) else { return .nothing }
    if status.kind == .folder { return .nothing }
    guard status.kind == .file else { return .foreign }
    let file = try parent.open(path.name, followingLinks: false)
    // Also for a file that is empty as it should be, such as the labels of a recording without events:
    // nothing in it can be lost, even if another program made it.
    let hasItsSize = status.identity.size == written.bytes
    if hasItsSize, try file.writtenFile(kind, at: path.path) == written { return .same }
    // A power cut leaves empty files, and the labels of a recording without events are one.
    let isEmpty = status.identity.size == 0
    if isEmpty, wasOurs || wasInterrupted.withLock(\.self) { return .ours }
    if try isOurs(file, at: path) { return .ours }
    return .foreign
  }

  private func relative(_ path: RawPath) throws(SystemFailure) -> RelativePath {
    guard let path = RelativePath(path) else {
      throw SystemFailure(.open, errno: EINVAL, at: folder.path.appending(path))
    }
    return path
  }

  /// Whether a ledger or a run file names these bytes; a file of another size is not read.
  private func isKnown(
    _ file: borrowing Descriptor,
    at path: RelativePath
  ) throws(SystemFailure) -> Bool {
    let size = Int(clamping: try file.status(path.path).identity.size)
    let versions = try proven.withLock { proven throws(SystemFailure) in
      if proven == nil {
        proven = try ownedFiles()
      }
      return proven?.versions(of: path) ?? []
    }
    let mayBeKnown = versions.contains { version in version.bytes == size }
    guard mayBeKnown, let found = try file.writtenFile(.data, at: path.path) else { return false }
    return versions.contains(found)
  }
}

// What is ours moves from ledger to ledger.
extension OutputFolder {
  /// Returns the files without a mark that all ledgers and run files of this output name.
  private func ownedFiles() throws(SystemFailure) -> OwnedFiles {
    let found = try FoundLedgers(in: folder)
    var files = OwnedFiles()
    try LedgerFile.addOwned(of: found.ledgers, in: folder, to: &files, isStopped: isStopped)
    for name in found.runs {
      files.add(lines: try RunFile.lines(of: name, in: folder, isStopped: isStopped))
    }
    return files
  }

  /// Returns the lines for the ledger of this run: the files that it wrote, and those that the
  /// given ledgers and run files name and that are still there.
  func ownedLines(
    adopting ledgers: [RawPath],
    and runs: [RawPath]
  ) throws(SystemFailure) -> BytePieces {
    let ownStart = run.withLock { run in run?.start }
    var files = OwnedFiles()
    var new: [UInt8] = []
    try LedgerFile.addOwned(of: ledgers, in: folder, to: &files, isStopped: isStopped)
    for name in runs {
      let lines = try RunFile.lines(of: name, in: folder, isStopped: isStopped)
      // Our own run file may begin with the lines of a killed run.
      var split = 0
      if name == names.run, let ownStart {
        split = min(ownStart, lines.count)
      }
      files.add(lines: Array(lines[..<split]))
      new += lines[split...]
    }
    // A line whose file is gone or has another size would never prove anything, and would stay for
    // ever.
    let section = files.section(replacing: new) { line in
      folder.fileSize(of: line.path.path) == Int64(line.file.bytes)
    }
    return BytePieces(section)
  }
}
