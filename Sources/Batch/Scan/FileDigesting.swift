import Bytes
import Glibc
import Library
import Outputs
import System

/// Why a file has no digest.
enum DigestStop: Error {
  case failed(SystemFailure)
  case cancelled
}

extension Descriptor {
  /// The digest of all that can be read from the file, unless the run is to stop meanwhile;
  /// `progress` is told of the bytes so far.
  func contentDigest(
    _ path: RawPath, cancel: Interruption?, progress: (Int) -> Void = { _ in }
  ) throws(DigestStop) -> ContentDigest {
    var builder = ContentDigestBuilder()
    var length = 0
    while true {
      if cancel?.requested ?? false { throw .cancelled }
      let block = try block(from: length, path)
      // Bytes have no padding that could be read uninitialised, which is what `bytes` warns of.
      unsafe builder.add(block: block.span.bytes, index: length / ContentDigestBuilder.blockSize)
      length += block.count
      progress(length)
      if block.count < ContentDigestBuilder.blockSize { break }
    }
    guard let digest = builder.digest(ofByteCount: length) else {
      throw .failed(SystemFailure(.read, errno: EIO, at: path))
    }
    return digest
  }

  private func block(from offset: Int, _ path: RawPath) throws(DigestStop) -> [UInt8] {
    do {
      return try read(ContentDigestBuilder.blockSize, from: offset, path)
    } catch {
      throw .failed(error)
    }
  }
}

extension Descriptor {
  private static let pieceBytes = 1 << 20

  /// Whether something holds for each piece of a file in turn, which is given with the place where
  /// it begins: data may be longer than memory allows.
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

  /// The size and digest of a file now.
  func writtenFile(
    _ kind: OutputFormat.Kind, _ path: RawPath
  ) throws(SystemFailure) -> WrittenFile {
    do throws(DigestStop) {
      return try writtenFile(kind, path, cancel: nil)
    } catch {
      switch error {
      case .failed(let failure): throw failure
      case .cancelled: throw SystemFailure(.read, errno: EINTR, at: path)
      }
    }
  }

  /// The size and digest of a file now, unless the run is to stop meanwhile.
  func writtenFile(
    _ kind: OutputFormat.Kind, _ path: RawPath, cancel: Interruption?
  ) throws(DigestStop) -> WrittenFile {
    let size: Int
    do {
      size = Int(clamping: try status(path).identity.size)
    } catch {
      throw .failed(error)
    }
    switch kind {
    case .picture: return WrittenFile(bytes: size, digest: try digestOfAll(size, path, cancel))
    case .data: return WrittenFile(bytes: size, digest: try contentDigest(path, cancel: cancel))
    }
  }

  /// The digest of all bytes at once, as a picture has it.
  private func digestOfAll(
    _ size: Int, _ path: RawPath, _ cancel: Interruption?
  ) throws(DigestStop) -> ContentDigest {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    while bytes.count < size {
      if cancel?.requested ?? false { throw .cancelled }
      let block = try block(from: bytes.count, path)
      if block.isEmpty { break }
      bytes += block
    }
    return ContentDigest(of: bytes)
  }
}
