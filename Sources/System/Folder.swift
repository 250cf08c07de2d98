import CSandbox
package import Glibc

/// An open folder. Paths given to it are relative to it and may have any length.
// Everything goes through an open folder instead of a path from the root: another program may
// rename or link a folder between two calls, and a descriptor still means the folder that was
// checked.
public struct Folder: ~Copyable, Sendable {
  /// The path of the folder, for failures.
  package let path: RawPath
  package let descriptor: Descriptor

  /// Opens a folder; throws if it does not exist or is not readable.
  public init(at path: RawPath) throws(SystemFailure) {
    let call = PathCall(.open, folder: AT_FDCWD, path: path)
    self.init(owning: try call.open(O_RDONLY | O_DIRECTORY | O_CLOEXEC), path: path)
  }

  /// Opens a folder, creating it and its parents if necessary.
  package static func openOrCreate(_ path: RawPath) throws(SystemFailure) -> Folder {
    do {
      return try Folder(at: path)
    } catch  where error.errno == ENOENT {
      try Folder(at: path.start).makeFolders(path)
      return try Folder(at: path)
    }
  }

  package init(owning descriptor: consuming Descriptor, path: RawPath) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Opens a folder below this one.
  package func folder(
    _ name: RawPath,
    followingLinks: Bool = true
  ) throws(SystemFailure) -> Folder {
    let links = followingLinks ? 0 : O_NOFOLLOW
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | links
    // Messages about a file must not contain "./".
    let path = name == "." ? path : path.appending(name)
    return Folder(owning: try call(.open, name).open(flags), path: path)
  }

  /// Opens a folder beneath this one, rejecting links and `..`; `creating` creates missing folders.
  package func folderWithoutLinks(
    _ name: RawPath,
    creating: Bool = false
  ) throws(SystemFailure) -> Folder {
    if name == "." { return try folder(".") }
    // `openat2` rejects links on the way in one call; step by step, a name of three steps takes
    // three.
    let (found, failure) = beneath(name, O_RDONLY | O_DIRECTORY)
    if failure == 0 {
      return Folder(owning: Descriptor(owning: found), path: path.appending(name))
    }
    return try folderStepByStep(name, creating: creating)
  }

  /// Opens each folder of a path from the one before, which older kernels need, and a path of which
  /// some folders are missing.
  private func folderStepByStep(
    _ name: RawPath,
    creating: Bool
  ) throws(SystemFailure) -> Folder {
    let all = name.steps.map { RawPath(bytes: Array($0)) }
    let steps = all.filter { $0 != "." }
    guard let first = steps.first else { return try folder(".") }
    var reached = try folderOneStepDown(first, creating: creating)
    for step in steps.dropFirst() {
      reached = try reached.folderOneStepDown(step, creating: creating)
    }
    return reached
  }

  /// Opens a file beneath this folder for reading, unless it or a folder on the way is a link.
  package func openWithoutLinks(_ name: RawPath) throws(SystemFailure) -> Descriptor {
    let (file, failure) = beneath(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    if failure == 0 { return Descriptor(owning: file) }
    // The usual failure, which no other way would change.
    if failure == ENOENT {
      throw SystemFailure(.open, errno: ENOENT, at: path.appending(name))
    }
    return try folderWithoutLinks(name.parent).open(name.name, followingLinks: false)
  }

  /// Opens a path without links in one call; fails for one with `.` or `..`.
  private func beneath(_ name: RawPath, _ flags: CInt) -> (answer: CInt, failure: CInt) {
    let isPlain = name.steps.allSatisfy { step in
      !step.elementsEqual(".".utf8) && !step.elementsEqual("..".utf8)
    }
    guard isPlain, name.bytes.count < PathCall.maximumLength else { return (-1, EINVAL) }
    return call(.open, name).attempt { folder, name in
      unsafe hidden_open_beneath(folder, name, flags | O_CLOEXEC)
    }
  }

  private func folderOneStepDown(_ step: RawPath, creating: Bool) throws(SystemFailure) -> Folder {
    // It would lead out of this folder; the error is that of a link, which is refused for the same.
    if step == ".." {
      throw SystemFailure(.open, errno: ELOOP, at: path.appending(step))
    }
    do throws(SystemFailure) {
      return try folder(step, followingLinks: false)
    } catch {
      guard creating, error.errno == ENOENT else { throw error }
      try makeFolders(step)
      // Again without following links: another program may have made one in between.
      return try folder(step, followingLinks: false)
    }
  }

  /// Opens a file for reading, without waiting for the other end of a pipe or device.
  public func open(
    _ name: RawPath,
    followingLinks: Bool = true
  ) throws(SystemFailure) -> Descriptor {
    let links = followingLinks ? 0 : O_NOFOLLOW
    // A library may contain a pipe, for which opening would wait, or a terminal, which would become
    // the one of this process.
    return try call(.open, name).open(O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | links)
  }

  /// Returns the bytes of a file; nil if it is not a regular file, or is too long.
  package func contents(
    of name: RawPath,
    atMost maximumSize: Int
  ) throws(SystemFailure) -> [UInt8]? {
    let file = try open(name)
    // Of the open file: the name may mean another file by now.
    let status = try file.status(name)
    guard status.kind == .file, status.identity.size <= maximumSize else { return nil }
    return try file.read(Int(status.identity.size), name)
  }

  /// Creates a file with mode 0666 less the umask; by default it must not exist yet.
  package func create(
    _ name: RawPath,
    flags: CInt = O_WRONLY | O_CREAT | O_EXCL,
    mode: mode_t = 0o666
  ) throws(SystemFailure) -> Descriptor {
    try call(.open, name).open(flags | O_NOCTTY | O_CLOEXEC, mode: mode)
  }

  package func duplicate() throws(SystemFailure) -> Folder {
    Folder(owning: try Descriptor(duplicating: descriptor.number, path), path: path)
  }

  package func status() throws(SystemFailure) -> FileStatus { try descriptor.status(path) }

  package func status(
    of name: RawPath,
    followingLinks: Bool = true
  ) throws(SystemFailure) -> FileStatus {
    var found = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    _ = try call(.status, name).perform { folder, name in
      unsafe fstatat(folder, name, &found, flags)
    }
    return FileStatus(found)
  }

  /// Returns the status of a name without following links, or nil if it is missing.
  package func statusIfPresent(of name: RawPath) throws(SystemFailure) -> FileStatus? {
    do {
      return try status(of: name, followingLinks: false)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Returns the status of a zero-terminated name in `names`, as in a listing, without copying it.
  package func status(
    of name: Range<Int>,
    in names: [UInt8],
    followingLinks: Bool
  ) throws(SystemFailure) -> FileStatus {
    precondition(names[name.upperBound] == 0)
    var found = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    // A string of C within the array: the zero after it was checked.
    let answer = unsafe names.withUnsafeBytes { bytes -> CInt? in
      guard let start = unsafe bytes.baseAddress?.advanced(by: name.lowerBound) else { return nil }
      let string = unsafe start.assumingMemoryBound(to: CChar.self)
      return unsafe fstatat(descriptor.number, string, &found, flags)
    }
    if answer == 0 { return FileStatus(found) }
    throw SystemFailure(.status, errno: errno, at: RawPath(bytes: Array(names[name])))
  }

  /// Returns the size of a regular file, or nil if there is none.
  package func fileSize(of name: RawPath) -> Int64? {
    do {
      let status = try status(of: name, followingLinks: false)
      guard status.kind == .file else { return nil }
      return status.identity.size
    } catch {
      return nil
    }
  }

  /// Creates a folder and its parents with mode 0777 less the umask; existing ones are accepted.
  package func makeFolders(_ name: RawPath) throws(SystemFailure) {
    // The whole path first: usually only its last step is missing.
    var answer = makeFolder(name)
    var reached = name
    if answer == ENOENT {
      answer = EEXIST
      // Nothing before the first step of a relative path.
      reached = name.isAbsolute ? "/" : ""
      // Another process may create the same folders at the same time, so that one that exists is no
      // failure.
      for step in name.steps where answer == 0 || answer == EEXIST {
        reached = reached.appending(RawPath(bytes: Array(step)))
        answer = makeFolder(reached)
      }
    }

    if answer == 0 { return }
    // The name may belong to a file.
    if answer == EEXIST {
      let isFolder = try status(of: reached).kind == .folder
      answer = isFolder ? 0 : ENOTDIR
    }
    if answer != 0 {
      throw SystemFailure(.makeFolder, errno: answer, at: path.appending(reached))
    }
  }

  /// Renames a file below this folder; both paths must be short enough for one system call.
  package func rename(_ old: RawPath, to new: RawPath) throws(SystemFailure) {
    try rename(old, to: new, in: self)
  }

  package func rename(
    _ old: RawPath,
    to new: RawPath,
    in other: borrowing Folder
  ) throws(SystemFailure) {
    let here = descriptor.number
    let there = other.descriptor.number
    let answer = old.withTerminatedBytes { from in
      new.withTerminatedBytes { to in
        unsafe renameat(here, from, there, to) == 0 ? 0 : errno
      }
    }
    if answer != 0 {
      throw SystemFailure(.rename, errno: answer, at: other.path.appending(new))
    }
  }

  /// Removes any file of a name: callers prove first that it is theirs, as `OwnedFile` does.
  package func removeFile(_ name: RawPath) throws(SystemFailure) {
    _ = try call(.remove, name).perform { folder, name in
      unsafe unlinkat(folder, name, 0)
    }
  }

  package func removeFolder(_ name: RawPath) throws(SystemFailure) {
    _ = try call(.remove, name).perform { folder, name in
      unsafe unlinkat(folder, name, AT_REMOVEDIR)
    }
  }

  /// Flushes everything written to the file system of this folder. Corresponds to `syncfs`.
  package func syncFileSystem() throws(SystemFailure) {
    // One call for all files of a run: measured at 250 microseconds a file for 300 files, where
    // syncing each file and its folder took 200 and 865.
    if syncfs(descriptor.number) != 0 {
      throw SystemFailure(.sync, errno: errno, at: path)
    }
  }

  private func call(_ operation: SystemFailure.Operation, _ name: RawPath) -> PathCall {
    PathCall(operation, folder: descriptor.number, path: name, base: path)
  }

  /// Creates a single folder; returns 0 or the error number.
  private func makeFolder(_ name: RawPath) -> CInt {
    let result = call(.makeFolder, name).attempt { folder, name in
      unsafe mkdirat(folder, name, 0o777)
    }
    return result.failure
  }
}

extension Folder {
  /// Creates an unnamed file, which vanishes when it is closed.
  package func unnamedFile() throws(SystemFailure) -> Descriptor {
    if let file = linkableFile(mode: 0o600) { return file }
    let name = TemporaryName.unused()
    let number = try call(.open, name).perform { folder, name in
      unsafe openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    let file = Descriptor(owning: number)
    // Removed while it is open, so that it has no name either.
    try removeFile(name)
    return file
  }

  /// Creates an unnamed file that can get a name later; nil if that fails, as on file systems
  /// without such files. Corresponds to `O_TMPFILE`.
  func linkableFile(mode: mode_t = 0o666) -> Descriptor? {
    // Swift does not import this macro, which combines the flag with `O_DIRECTORY`.
    let unnamed: CInt = 0o20_000_000 | O_DIRECTORY
    let number = unsafe openat(descriptor.number, ".", unnamed | O_RDWR | O_CLOEXEC, mode)
    if number < 0 { return nil }
    return Descriptor(owning: number)
  }

  /// Names an unnamed file; returns false if that fails, also if the name is taken.
  func link(_ file: borrowing Descriptor, as name: RawPath) -> Bool {
    // By its name in `/proc`: linking a descriptor itself needs a privilege.
    let source = RawPath("/proc/self/fd/\(file.number)")
    let result = call(.rename, name).attempt { folder, name in
      source.withTerminatedBytes { file in
        unsafe linkat(AT_FDCWD, file, folder, name, AT_SYMLINK_FOLLOW)
      }
    }
    return result.answer == 0
  }
}
