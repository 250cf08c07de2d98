import Glibc
import System

/// The manifest of the last run, opened when something is first copied from it.
final class LastManifest: Sendable {
  let identity: FileIdentity
  private let path: RawPath
  private let file = Guarded<Descriptor?>(nil)

  init(_ path: RawPath, _ identity: FileIdentity) {
    self.path = path
    self.identity = identity
  }

  func bytes(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    let result = file.withLock { file in
      Result { () throws(SystemFailure) in
        if file == nil { file = try open() }
        return try file?.read(range.count, from: range.lowerBound, path) ?? []
      }
    }
    let bytes = try result.get()
    guard bytes.count == range.count else { throw SystemFailure(.read, errno: EIO, at: path) }
    return bytes
  }

  /// Nobody else writes manifests under our lock: another file than before is a failure.
  private func open() throws(SystemFailure) -> Descriptor {
    let file = try Folder(at: path.isAbsolute ? "/" : ".").open(path)
    guard try file.status(path).identity == identity else {
      throw SystemFailure(.read, errno: EIO, at: path)
    }
    return file
  }
}
