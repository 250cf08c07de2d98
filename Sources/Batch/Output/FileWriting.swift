import Bytes
import Library
import Outputs
import System

/// A file being written, piece by piece, under a temporary name.
struct FileWriting: ~Copyable {
  private var file: AtomicFile
  private let kind: OutputFormat.Kind
  /// The digest of a picture.
  private var digest = PieceDigester()
  /// The digest of data, with the last incomplete block.
  private var digests = ContentDigestBuilder()
  private var waiting: [UInt8] = []
  private var length = 0
  /// The first bytes, which later show whether wavethumb made the file.
  private(set) var start: [UInt8] = []

  init(_ file: consuming AtomicFile, _ kind: OutputFormat.Kind) {
    self.file = file
    self.kind = kind
  }

  mutating func write(_ bytes: [UInt8]) throws(SystemFailure) {
    try file.write(bytes)
    length += bytes.count
    start += bytes.prefix(Ownership.startLength - start.count)
    switch kind {
    case .picture: digest.add(bytes)
    case .data:
      waiting += bytes
      while waiting.count >= ContentDigestBuilder.blockSize {
        takeBlock(ContentDigestBuilder.blockSize)
      }
    }
  }

  /// Writes an output; throws a failure of the disk, or an `OutputFailure`.
  mutating func fill(_ output: any Output, _ recording: OutputSource) throws -> PictureFacts? {
    var failure: SystemFailure?
    do throws(OutputFailure) {
      return try output.write(recording) { bytes throws(OutputFailure) in
        // Points come in as many pieces as they need.
        if recording.isStopped() { throw .stopped }
        do throws(SystemFailure) {
          try write(bytes)
        } catch {
          failure = error
          throw .notTaken
        }
      }
    } catch {
      if let failure { throw failure }
      throw error
    }
  }

  /// Returns size and digest, after all is written and before the file gets its name.
  mutating func finish() -> WrittenFile {
    switch kind {
    case .picture: return WrittenFile(bytes: length, digest: digest.digest())
    case .data:
      if !waiting.isEmpty { takeBlock(waiting.count) }
      guard let digest = digests.digest(ofByteCount: length) else {
        preconditionFailure("every block of a file was digested")
      }
      return WrittenFile(bytes: length, digest: digest)
    }
  }

  mutating func commit() throws(SystemFailure) { try file.commit() }

  private mutating func takeBlock(_ count: Int) {
    let (index, block) = (digests.count, Array(waiting.prefix(count)))
    // `bytes` warns of uninitialised padding; bytes have none.
    unsafe digests.add(block: block.span.bytes, index: index)
    waiting.removeFirst(count)
  }
}
