import Bytes
import Glibc
import Outputs
import System

/// A file that was written: how long it is, and the digest of its bytes.
///
/// Data may be longer than memory allows, so that its digest is taken as that of a recording, block by block; a
/// picture's is the one of all its bytes.
struct WrittenFile: Sendable, Hashable {
  var bytes: Int
  var digest: ContentDigest
}

extension Descriptor {
  /// What a file holds now, as it would have been written down.
  func writtenFile(
    _ kind: OutputFormat.Kind, _ path: RawPath
  ) throws(SystemFailure) -> WrittenFile {
    let size = Int(clamping: try status(path).identity.size)
    switch kind {
    case .picture:
      return WrittenFile(bytes: size, digest: ContentDigest(of: try read(size, path)))
    case .data:
      let digest: ContentDigest
      do throws(DigestStop) {
        digest = try contentDigest(path, cancel: nil)
      } catch {
        switch error {
        case .failed(let failure): throw failure
        case .cancelled: throw SystemFailure(.read, errno: EINTR, at: path)
        }
      }
      return WrittenFile(bytes: size, digest: digest)
    }
  }
}
