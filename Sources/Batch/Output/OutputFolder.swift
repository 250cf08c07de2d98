import Glibc
import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The output folder. Writes are atomic, and files of other programs are never replaced.
final class OutputFolder: Sendable {
  // The state below is behind locks, as children of the task group write side by side; each is held for
  // a look or a line only, never while a file is drawn.
  let folder: Folder
  let names: LedgerName
  private let isInterrupted: @Sendable () -> Bool
  /// Whether the ledger is being written.
  private let isEnding = Locked(false)
  /// Nil until this run writes.
  private let run = Locked<RunFile?>(nil)
  /// The files without a mark that any ledger or run file of this output names; nil until it has to be
  /// known whether one is ours.
  private let proven = Locked<OwnedFiles?>(nil)
  private let listed = Locked<FoundLedgers?>(nil)
  /// Whether the previous run was killed: a power cut may have left its files blank.
  private let wasInterrupted = Locked(false)
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
    isInterrupted = isStopped
  }

  /// Whether reading ends at a signal.
  // Not while the ledger is written: a stopped run counts, and what it reads for that it has read before.
  var isStopped: @Sendable () -> Bool {
    { [self] in !isEnding.withLock { $0 } && isInterrupted() }
  }

  /// Begins to write the ledger, which a signal does not stop any more.
  func beginLedger() { isEnding.withLock { $0 = true } }

  /// Writes a file, replacing only files that wavethumb made; an identical file stays.
  ///
  /// `isListed` says that the ledger lists a file of that name. Returns no file if the format has no room
  /// for the recording.
  // Drawn before it is known whether the name is free: only the bytes due show that a file without a
  // mark, left by a killed run, is ours. They go into an unnamed file meanwhile.
  func write(
    _ output: any Output,
    of recording: OutputSource,
    as path: RawPath,
    isListed: Bool
  ) throws(WorkError) -> (file: WrittenFile?, picture: PictureFacts?) {
    let owner = owners.withLock { $0[path] }
    if let owner { throw WorkError.problem(.sharedName(owner.bytes)) }
    do {
      try begin()
      let kind = type(of: output).format.kind
      let path = try relative(path)
      let parent = try folder.parent(of: path, creating: true)
      var writing = try FileWriting(AtomicFile(path.name, owning: parent), of: kind)
      let picture = try writing.fill(with: output, of: recording)
      let written = writing.finish()
      let existing = try ownership(
        of: path,
        in: writing.file.folder,
        due: written,
        kind: kind,
        isListed: isListed
      )
      if existing == .foreign { throw WorkError.problem(.foreignPicture) }
      // Noted even if it has the same bytes: the ledger of the run that wrote it may be lost.
      try record(path, file: written, beginning: writing.start)
      if existing != .due {
        try writing.commit()
      }
      return (written, picture)
    } catch OutputFailure.tooManyChannels {
      return (nil, nil)
    } catch {
      throw WorkError(error) { failure in
        // A full disk fails every recording, a name that is too long only one.
        if failure.endsTheRun {
          return .run(.outputLost(failure.path.bytes, errno: failure.errno))
        }
        return .problem(.writeFailed(errno: failure.errno))
      }
    }
  }

  /// Refuses to write files whose names belong to another recording.
  func reserve(_ names: [RawPath], of owner: RawPath) {
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

  /// Returns the file if it is ours.
  private func owned(
    _ path: RelativePath,
    in parent: borrowing Folder
  ) throws(SystemFailure) -> OwnedFile? {
    try OwnedFile.find(path.name, in: parent) { file, status throws(SystemFailure) in
      try isOurs(file, status, at: path, isListed: false)
    }
  }

  /// Returns whose the file at a path is, of which these bytes are due.
  private func ownership(
    of path: RelativePath,
    in parent: borrowing Folder,
    due: WrittenFile,
    kind: OutputFormat.Kind,
    isListed: Bool
  ) throws(SystemFailure) -> Ownership {
    try Ownership.of(path.name, in: parent) { file, status throws(SystemFailure) in
      let hasItsSize = status.identity.size == Int64(due.bytes)
      if hasItsSize, try file.writtenFile(kind, at: path.path) == due { return .due }
      return try isOurs(file, status, at: path, isListed: isListed) ? .ours : .foreign
    }
  }

  /// Whether our mark is in a file, a ledger or run file names its bytes, or one of them lists its name
  /// and it is blank.
  private func isOurs(
    _ file: borrowing Descriptor,
    _ status: FileStatus,
    at path: RelativePath,
    isListed: Bool
  ) throws(SystemFailure) -> Bool {
    // A copy of art is known by its content: its name is the digest.
    if path.parent?.path == CoverCopy.folder, let digest = CoverCopy.digest(in: path.name) {
      if try file.writtenFile(.picture, at: path.path)?.digest == digest { return true }
    }
    let start = try file.read(OutputMark.startLength, path.path)
    switch OutputList.mark(ofFileBeginning: start) {
    case .yes: return true
    // Zeros begin as no format does.
    case .no where start.first != 0: return false
    case .no, .askTheLedger: break
    }
    let versions = try versions(of: path)
    let size = Int(clamping: status.identity.size)
    let mayBeKnown = versions.contains { version in version.bytes == size }
    if mayBeKnown, let found = try file.writtenFile(.data, at: path.path), versions.contains(found)
    {
      return true
    }
    guard isListed || !versions.isEmpty || wasInterrupted.withLock(\.self) else { return false }
    return try Ownership.isBlank(file, status, at: path.path)
  }

  /// Records a file before it gets its name, unless the file itself proves whose it is.
  private func record(
    _ path: RelativePath,
    file: WrittenFile,
    beginning start: [UInt8]
  ) throws(SystemFailure) {
    // The name of a copy of art is its digest.
    if OutputList.mark(ofFileBeginning: start) == .yes || CoverCopy.isName(path) { return }
    try run.withLock { run throws(SystemFailure) in try run?.add(OwnedLine(path, file)) }
  }

  /// Removes a damaged file that a manifest lists under a name that a scan gives it; returns false if it
  /// is kept, since it has no mark of ours and another size than the listed one.
  // Asked for by `verify --repair`, so that size and name are proof enough: bit rot keeps both.
  func removeDamaged(_ listed: ListedFile) throws(SystemFailure) -> Bool {
    let path = listed.path
    let parent = try folder.parent(of: path)
    let file = try OwnedFile.find(path.name, in: parent) { file, status throws(SystemFailure) in
      if status.identity.size == Int64(listed.file.bytes) { return true }
      return try isOurs(file, status, at: path, isListed: true)
    }
    return try file?.remove() ?? false
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

  /// Records the parts that the ledger of this digest takes over, before it gets its name.
  func record(joined digests: [ContentDigest], by ledger: ContentDigest) throws(SystemFailure) {
    guard !digests.isEmpty else { return }
    try begin()
    let parts = digests.map { digest in MergedPart(manifest: digest, ledger: ledger) }
    try run.withLock { run throws(SystemFailure) in try run?.add(parts) }
  }

  /// Returns the digests of the parts that the ledger with this digest has taken over, if the run that
  /// wrote it was killed before all of them were deleted.
  func joinedParts(by ledger: ContentDigest?) throws(SystemFailure) -> Set<ContentDigest> {
    var joined: Set<ContentDigest> = []
    let lines = try RunFile.lines(of: names.run, in: folder, isStopped: isStopped)
    for line in NulTerminatedLines(lines) {
      if let part = MergedPart(line), part.ledger == ledger {
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
  func containsExactly(_ listed: ListedFile) -> Bool {
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
    switch try ownership(
      of: path,
      in: parent,
      due: listed.file,
      kind: listed.kind,
      isListed: false
    ) {
    case .foreign: return false
    case .due:
      let there = try parent.open(path.name, followingLinks: false)
      let start = try there.read(OutputMark.startLength, rawPath)
      try record(path, file: listed.file, beginning: start)
      return true
    case .missing, .ours: break
    }
    let file = try Self.open(path, in: source)
    var copy = try FileWriting(AtomicFile(path.name, owning: parent), of: listed.kind)
    let isComplete = try file.allPieces(rawPath) { piece throws(SystemFailure) in
      if interruption.requested { return false }
      try copy.write(piece)
      return true
    }
    guard isComplete else { throw WorkError.cancelled }
    // Compared with its digest while it is still unnamed: another machine has written it, and it may
    // have changed since.
    guard copy.finish() == listed.file else { throw RunFailure.damagedFileOfPart(rawPath.bytes) }
    try record(path, file: listed.file, beginning: copy.start)
    try copy.commit()
    return true
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

  private func relative(_ path: RawPath) throws(SystemFailure) -> RelativePath {
    guard let path = RelativePath(path) else {
      throw SystemFailure(.open, errno: EINVAL, at: folder.path.appending(path))
    }
    return path
  }

  /// Returns the files of a path that ledgers and run files name.
  private func versions(of path: RelativePath) throws(SystemFailure) -> Set<WrittenFile> {
    try proven.withLock { proven throws(SystemFailure) in
      if proven == nil {
        proven = try ownedFiles()
      }
      return proven?.versions(of: path) ?? []
    }
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
