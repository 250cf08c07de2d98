import Bytes
package import System

/// A file that a power cut has emptied: the system had made the file, but not written its content.
///
/// It holds nothing of anyone's, so that it may be replaced where an earlier run wrote a file of
/// ours, and must not stop every later run. Any other file without our mark stays, also one that is
/// only damaged: a guess whose it was would one day be wrong.
package enum EmptiedFile {
  // Reading the zeros of a sparse file of any size takes hours; no output of ours is larger.
  private static let mostBytes = 1 << 32

  /// Returns whether a file of this size is empty, or has only zeros.
  package static func holdsNothing(
    size: Int, _ bytes: (Range<Int>) throws(SystemFailure) -> [UInt8]
  ) throws(SystemFailure) -> Bool {
    guard size <= mostBytes else { return false }
    for start in stride(from: 0, to: size, by: ContentDigestBuilder.blockSize) {
      let end = min(size, start + ContentDigestBuilder.blockSize)
      if try bytes(start..<end).contains(where: { $0 != 0 }) { return false }
    }
    return true
  }
}
