import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// A file being written, piece by piece, under a temporary name.
struct FileWriting: ~Copyable {
  private(set) var file: AtomicFile
  private let kind: OutputFormat.Kind
  /// The digest of a picture.
  // Two digests, as a picture is digested whole and data block by block: data may have gigabytes, of
  // which `verify` holds one block at a time.
  private var digest = PieceDigester()
  /// The digest of data.
  private var blockwise = ContentDigester()
  private var length = 0
  /// The first bytes, which later show whether wavethumb made the file.
  private(set) var start: [UInt8] = []

  init(_ file: consuming AtomicFile, of kind: OutputFormat.Kind) {
    self.file = file
    self.kind = kind
  }

  mutating func write(_ bytes: [UInt8]) throws(SystemFailure) {
    try file.write(bytes)
    length += bytes.count
    start += bytes.prefix(OutputMark.startLength - start.count)
    switch kind {
    case .picture: digest.add(bytes)
    case .data: blockwise.add(bytes)
    }
  }

  /// Writes an output; throws a failure of the disk, or an `OutputFailure`.
  // An output throws only failures of its own room, which knows no disk: that of the disk waits in a
  // variable for the way back.
  mutating func fill(
    with output: any Output,
    of recording: OutputSource
  ) throws -> PictureFacts? {
    var failure: SystemFailure?
    do throws(OutputFailure) {
      return try output.write(recording) { bytes throws(OutputFailure) in
        // Points come in many pieces; before the first, drawing and encoding have asked already.
        if length > 0, recording.isStopped() { throw .stopped }
        do throws(SystemFailure) {
          try write(bytes)
        } catch {
          failure = error
          throw .rejected
        }
      }
    } catch {
      if let failure { throw failure }
      throw error
    }
  }

  /// Returns size and digest, after all is written and before the file gets its name.
  func finish() -> WrittenFile {
    switch kind {
    case .picture: WrittenFile(bytes: length, digest: digest.digest())
    case .data: WrittenFile(bytes: length, digest: blockwise.digest)
    }
  }

  mutating func commit() throws(SystemFailure) { try file.commit() }
}

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
