package import Glibc
package import WavethumbSystem

/// A temporary folder for one test, deleted at its end.
package final class TemporaryTree: Sendable {
  package let path: RawPath
  package let folder: Folder

  package init() throws {
    let top = Environment.value("TMPDIR") ?? "/tmp"
    var name: RawPath
    repeat {
      name = top.appending("wavethumb-test-\(getpid())-\(UInt64.random(in: 0...UInt64.max))")
    } while unsafe mkdir(Self.terminated(name), 0o755) != 0
    folder = try Folder(at: name)
    path = name
  }

  deinit {
    Self.empty(folder)
    _ = unsafe rmdir(Self.terminated(path))
  }

  package func write(_ path: RawPath, text: String = "") throws {
    try write(path, bytes: Array(text.utf8))
  }

  package func write(_ path: RawPath, bytes: [UInt8]) throws {
    if path.steps.count > 1 {
      try folder.makeFolders(path.parent)
    }
    // A new file each time, with an inode of its own, as most programs save: see `overwrite`.
    do {
      try folder.removeFile(path)
    } catch {
      guard error.isMissing else { throw error }
    }
    try folder.create(path).write(bytes, path)
  }

  /// Writes other bytes into a file, which stays the same file for whoever has it open.
  package func overwrite(_ path: RawPath, with bytes: [UInt8]) throws {
    try folder.create(path, flags: O_WRONLY | O_TRUNC).write(bytes, path)
  }

  package func read(_ path: RawPath) throws -> [UInt8] {
    let file = try folder.open(path)
    return try file.read(Int(try file.status(path).identity.size), path)
  }

  /// Returns the permissions of a file or folder, without its kind.
  package func mode(of path: RawPath) throws -> mode_t {
    var found = stat()
    guard unsafe stat(terminated(path), &found) == 0 else {
      throw SystemFailure(.open, errno: errno, at: path)
    }
    return found.st_mode & 0o777
  }

  package func exists(_ path: RawPath) -> Bool {
    do {
      _ = try folder.status(of: path, followingLinks: false)
      return true
    } catch {
      return false
    }
  }

  package func link(_ path: RawPath, to target: RawPath) throws {
    if path.steps.count > 1 {
      try folder.makeFolders(path.parent)
    }
    try check(unsafe symlink(Self.terminated(target), terminated(path)), at: path)
  }

  package func makePipe(_ path: RawPath) throws {
    try check(unsafe mkfifo(terminated(path), 0o644), at: path)
  }

  package func setMode(_ path: RawPath, to mode: mode_t) throws {
    try check(unsafe chmod(terminated(path), mode), at: path)
  }

  /// Sets the modification time of a file, in seconds since 1970.
  package func setTime(_ path: RawPath, seconds: Int, nanoseconds: Int = 0) throws {
    let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
    try check(unsafe utimensat(AT_FDCWD, terminated(path), [time, time], 0), at: path)
  }

  /// Returns the names in a folder, sorted.
  package func names(_ path: RawPath = ".") throws -> [String] {
    let descriptor = try folder.open(path)
    var reader = FolderReader()
    var names = [RawPath]()
    while let entry = try reader.entry(in: descriptor, path) {
      names.append(RawPath(bytes: Array(reader.names[entry.name])))
    }
    return names.sorted().map(\.lossyText)
  }

  package func terminated(_ path: RawPath) -> [CChar] {
    Self.terminated(self.path.appending(path))
  }

  package static func terminated(_ path: RawPath) -> [CChar] {
    path.bytes.map(CChar.init(bitPattern:)) + [0]
  }

  private func check(_ answer: CInt, at path: RawPath) throws {
    if answer != 0 { throw SystemFailure(.open, errno: errno, at: path) }
  }

  /// Removes the contents of a folder of any depth: files on the way down, folders on the way up.
  private static func empty(_ top: borrowing Folder) {
    var waiting = [RawPath(".")]
    var seen = [RawPath]()
    while let path = waiting.popLast() {
      if path != "." {
        seen.append(path)
      }
      do {
        // A test may have removed the permissions.
        _ = unsafe chmod(terminated(top.path.appending(path)), 0o755)
        let here = try top.folder(path)
        let descriptor = try top.open(path)
        var reader = FolderReader()
        var names = [RawPath]()
        while let entry = try reader.entry(in: descriptor, path) {
          names.append(RawPath(bytes: Array(reader.names[entry.name])))
        }
        for name in names {
          if try here.status(of: name, followingLinks: false).kind == .folder {
            waiting.append(path.appending(name))
          } else {
            try here.removeFile(name)
          }
        }
      } catch {
        continue
      }
    }
    for path in seen.reversed() {
      do { try top.removeFolder(path) } catch { continue }
    }
  }
}
