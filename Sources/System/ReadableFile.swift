import Glibc

/// An open file that is read piece by piece, also by several readers at once.
package final class ReadableFile: Sendable {
  package let path: RawPath
  package let size: Int
  private let file: Descriptor

  package init(_ file: consuming Descriptor, size: Int, at path: RawPath) {
    self.path = path
    self.size = size
    self.file = file
  }

  /// Returns the bytes of a range; throws if the file has become shorter.
  package func bytes(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    let bytes = try file.read(range.count, from: range.lowerBound, path)
    guard bytes.count == range.count else { throw SystemFailure(.read, errno: EIO, at: path) }
    return bytes
  }
}
