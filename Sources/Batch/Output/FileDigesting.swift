import Bytes
import Glibc
import Library
import Outputs
import System

extension Descriptor {
  /// Returns the digest of the file, or nil after a signal;
  /// `progress` gets the number of bytes so far.
  func contentDigest(
    _ path: RawPath, cancel: Interruption?, progress: (Int) -> Void = { _ in }
  ) throws(SystemFailure) -> ContentDigest? {
    var builder = ContentDigestBuilder()
    var length = 0
    while true {
      if cancel?.requested ?? false { return nil }
      let block = try read(ContentDigestBuilder.blockSize, from: length, path)
      // `bytes` warns of uninitialised padding; bytes have none.
      unsafe builder.add(block: block.span.bytes, index: length / ContentDigestBuilder.blockSize)
      length += block.count
      progress(length)
      if block.count < ContentDigestBuilder.blockSize { break }
    }
    guard let digest = builder.digest(ofByteCount: length) else {
      throw SystemFailure(.read, errno: EIO, at: path)
    }
    return digest
  }
}

extension Descriptor {
  func recordingStatus(_ path: RawPath) throws(JobStop) -> FileStatus {
    try JobStop.reading { () throws(SystemFailure) in try status(path) }
  }

  func recordingDigest(
    _ path: RawPath, cancel: Interruption, progress: (Int) -> Void = { _ in }
  ) throws(JobStop) -> ContentDigest {
    let digest = try JobStop.reading { () throws(SystemFailure) in
      try contentDigest(path, cancel: cancel, progress: progress)
    }
    guard let digest else { throw .cancelled }
    return digest
  }

  private static let pieceBytes = 1 << 20

  /// Returns whether `body` returns true for every piece of a file, which is passed with its
  /// offset: data may be larger than memory.
  func allPieces(
    _ path: RawPath, _ holds: (_ piece: [UInt8], _ start: Int) throws -> Bool
  ) throws -> Bool {
    var start = 0
    while true {
      let piece = try read(Self.pieceBytes, from: start, path)
      if piece.isEmpty { return true }
      if try !holds(piece, start) { return false }
      start += piece.count
    }
  }

  /// Whether all bytes of a file are zero, as a power cut leaves them.
  func holdsOnlyZeros(_ path: RawPath) throws(SystemFailure) -> Bool {
    var start = 0
    while true {
      let piece = try read(start == 0 ? 4096 : Self.pieceBytes, from: start, path)
      if piece.isEmpty { return true }
      if piece.contains(where: { $0 != 0 }) { return false }
      start += piece.count
    }
  }

  func writtenFile(
    _ kind: OutputFormat.Kind, _ path: RawPath
  ) throws(SystemFailure) -> WrittenFile {
    guard let file = try writtenFile(kind, path, cancel: nil) else {
      throw SystemFailure(.read, errno: EINTR, at: path)
    }
    return file
  }

  /// Returns the size and digest of a file, or nil after a signal.
  func writtenFile(
    _ kind: OutputFormat.Kind, _ path: RawPath, cancel: Interruption?
  ) throws(SystemFailure) -> WrittenFile? {
    let size = Int(clamping: try status(path).identity.size)
    let digest =
      switch kind {
      case .picture: try digestOfAll(size, path, cancel)
      case .data: try contentDigest(path, cancel: cancel)
      }
    return digest.map { WrittenFile(bytes: size, digest: $0) }
  }

  /// Returns the digest of all bytes at once, as for a picture.
  private func digestOfAll(
    _ size: Int, _ path: RawPath, _ cancel: Interruption?
  ) throws(SystemFailure) -> ContentDigest? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    while bytes.count < size {
      if cancel?.requested ?? false { return nil }
      let block = try read(ContentDigestBuilder.blockSize, from: bytes.count, path)
      if block.isEmpty { break }
      bytes += block
    }
    return ContentDigest(of: bytes)
  }
}
