import Glibc
import System

/// System calls of `render` that need `unsafe`.
enum RenderSystem {
  /// Resolves all links of a path. Corresponds to `realpath`.
  static func resolved(_ path: RawPath) throws(SystemFailure) -> RawPath {
    let found: RawPath? = path.withTerminatedBytes { name in
      guard let real = unsafe realpath(name, nil) else { return nil }
      defer { unsafe free(real) }
      return unsafe RawPath(terminated: real)
    }
    guard let found else { throw SystemFailure(.open, errno: errno, at: path) }
    return found
  }

  /// Opens a device, pipe or socket for writing; throws for a pipe without a reader.
  static func openForWriting(_ path: RawPath) throws(SystemFailure) -> Descriptor {
    let call = PathCall(.open, folder: AT_FDCWD, path: path)
    let number = try call.perform { folder, name in
      unsafe openat(folder, name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    return Descriptor(owning: number)
  }

  static func unnamedFile(in folder: RawPath) throws(SystemFailure) -> Descriptor {
    do {
      return try Folder(at: folder).unnamedFile()
    } catch  where error.errno == EOPNOTSUPP || error.errno == EISDIR || error.errno == EINVAL {
      return try brieflyNamedFile(in: folder)
    }
  }

  // Some network and layered file systems have no unnamed files.
  private static func brieflyNamedFile(in path: RawPath) throws(SystemFailure) -> Descriptor {
    let name = TemporaryName.unused()
    let call = PathCall(.open, folder: AT_FDCWD, path: path.appending(name))
    let number = try call.perform { folder, name in
      unsafe openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    let file = Descriptor(owning: number)
    try Folder(at: path).removeFile(name)
    return file
  }
}
