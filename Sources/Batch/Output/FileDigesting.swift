import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

extension Descriptor {
  /// Returns the digest of the file, or nil after a signal;
  /// `progress` gets the number of bytes so far.
  func contentDigest(
    _ path: RawPath,
    cancel: Interruption?,
    progress: (Int) -> Void = { _ in }
  ) throws(SystemFailure) -> ContentDigest? {
    var digester = ContentDigester()
    var length = 0
    let isWhole = try allPieces(path) { piece throws(SystemFailure) in
      if cancel?.requested ?? false { return false }
      digester.add(piece)
      length += piece.count
      progress(length)
      return true
    }
    guard isWhole else { return nil }
    return digester.digest
  }

  /// Returns the size and digest of a file, or nil after a signal.
  func writtenFile(
    _ kind: OutputFormat.Kind,
    at path: RawPath,
    cancel: Interruption? = nil
  ) throws(SystemFailure) -> WrittenFile? {
    let size = Int(clamping: try status(path).identity.size)
    let digest =
      switch kind {
      case .picture: ContentDigest(of: try read(min(size, maximumPictureBytes), path))
      case .data: try contentDigest(path, cancel: cancel)
      }
    return digest.map { digest in WrittenFile(bytes: size, digest: digest) }
  }

  // A longer file is no picture of ours and has another digest: it may be sparse, and is read into memory.
  private var maximumPictureBytes: Int { 1 << 30 }
}
