internal import Glibc

/// The bytes of one recording, read in aligned blocks.
///
/// The caller keeps the descriptor. Bytes added to the file after opening are ignored.
public final class ByteSource {
  /// Is called whenever a block is read for the first time.
  public typealias Observer = () -> Void

  /// The size of a block, except the last one.
  public static let blockSize = 1 << 20

  /// The number of bytes.
  public let size: Int
  /// The error number of the first failed read.
  public private(set) var failure: CInt?
  /// How many bytes were copied or searched, each as often as it was: a bound for searches whose
  /// work a hostile file could multiply.
  private(set) var bytesLookedAt = 0

  private enum Origin {
    case descriptor(CInt)
    case memory([UInt8])
  }
  private let origin: Origin
  private let observer: Observer?
  /// The blocks that were read.
  private var observed: Set<Int> = []
  private var slots: [BlockSlot] = []
  private var latest = 0

  /// Reads from an open descriptor of a regular file.
  public init(descriptor: CInt, observer: Observer? = nil) throws(AudioFailure) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
    // Linux reads twice as far ahead then.
    _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    origin = .descriptor(descriptor)
    size = max(0, Int(status.st_size))
    self.observer = observer
  }

  /// Reads from memory.
  // For repaired streams, nested tags and the head of a pipe, which the same parsers read.
  public init(bytes: [UInt8], observer: Observer? = nil) {
    origin = .memory(bytes)
    size = bytes.count
    self.observer = observer
  }

  /// Passes on the rest of the block at an offset: nothing at the end or if reading fails.
  func withBlock<Result>(at offset: Int, _ body: (borrowing RawSpan) -> Result) -> Result {
    guard offset >= 0, offset < size, let slot = slot(holding: offset / Self.blockSize) else {
      return body(RawSpan())
    }
    let skipped = offset % Self.blockSize
    let count = slots[slot].count
    guard skipped < count else { return body(RawSpan()) }
    let storage = slots[slot].storage
    return unsafe body(storage.span.bytes.extracting(skipped..<count))
  }

  /// Counts bytes that a search has looked at.
  func countSearched(_ count: Int) { bytesLookedAt += count }

  /// Copies bytes from an offset and returns their number.
  func copy(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    var copied = 0
    while copied < target.count {
      let count = withBlock(at: offset + copied) { block in
        let present = block.extracting(first: target.count - copied)
        return unsafe present.withUnsafeBytes { bytes in
          unsafe UnsafeMutableRawBufferPointer(rebasing: target[copied...]).copyMemory(from: bytes)
          return bytes.count
        }
      }
      if count == 0 { break }
      copied += count
    }
    bytesLookedAt += copied
    return copied
  }

  /// Returns the bytes from an offset, fewer at the end of the file.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    let count = min(count, size - offset)
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = unsafe copy(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  /// The offset behind the last byte that is not zero: a download that is not complete may have the
  /// size of the whole, with zeros for what is missing.
  func endWithoutZeros() -> Int {
    var end = size
    while end > 0 {
      let start = (end - 1) / Self.blockSize * Self.blockSize
      let (endInBlock, seen) = withBlock(at: start) { block in
        let present = block.extracting(first: end - start)
        return (present.endWithoutZeros, present.byteCount)
      }
      // An end that cannot be read is left to the decoder.
      if seen < end - start { return size }
      if endInBlock > 0 { return start + endInBlock }
      end = start
    }
    return 0
  }

  /// Returns whether a tag that follows the last frame begins at an offset.
  // ID3v1, APE and Lyrics3: without them, each recording with such a tag would seem damaged at its end.
  func hasTrailer(at offset: Int) -> Bool {
    let bytes = bytes(at: offset, count: 8)
    return ["TAG", "APETAGEX", "LYRICSBE"].contains { mark in bytes.starts(with: mark.utf8) }
  }

  /// Returns all bytes, or throws if there are too many.
  package func all(atMost maximumBytes: Int) throws(AudioFailure) -> [UInt8] {
    let bytes = bytes(at: 0, count: min(size, maximumBytes))
    if let failure { throw .unreadable(errno: failure) }
    return bytes
  }

  private func slot(holding index: Int) -> Int? {
    // By index: libraries ask for four bytes at a time, and copying a slot would cost more.
    for found in slots.indices where slots[found].index == index {
      latest = found
      return found
    }
    // Two blocks: a decoder that goes back a little at a border would read each of them again.
    if slots.count < 2 {
      slots.append(BlockSlot(storage: Array(repeating: 0, count: min(Self.blockSize, size))))
      latest = slots.count - 1
    } else {
      latest = 1 - latest
    }
    guard fill(latest, with: index) else { return nil }
    if let observer, observed.insert(index).inserted {
      observer()
    }
    return latest
  }

  private func fill(_ slot: Int, with index: Int) -> Bool {
    let offset = index * Self.blockSize
    let count = min(Self.blockSize, size - offset)
    slots[slot].index = index
    slots[slot].count = 0
    switch origin {
    case .memory(let bytes):
      slots[slot].storage.replaceSubrange(0..<count, with: bytes[offset..<offset + count])
      slots[slot].count = count
    case .descriptor(let descriptor):
      read(descriptor, at: offset, count: count, into: slot)
    }
    // A block of which nothing was read is not found again.
    if slots[slot].count == 0 {
      slots[slot].index = -1
    }
    return slots[slot].count > 0
  }

  /// Reads bytes into a slot, fewer if the file has been cut or reading fails. Corresponds to `pread`.
  private func read(_ descriptor: CInt, at offset: Int, count: Int, into slot: Int) {
    // A signal or a network disk may end a read early.
    while slots[slot].count < count {
      let filled = slots[slot].count
      let got = unsafe slots[slot].storage.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[filled..<count])
        return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
      }
      if got < 0 && errno == EINTR { continue }
      if got < 0 {
        failure = failure ?? errno
      }
      // 0 if the file has been cut since it was opened.
      if got <= 0 { return }
      slots[slot].count += got
    }
  }
}

extension RawSpan {
  /// The offset behind the last byte that is not zero.
  fileprivate var endWithoutZeros: Int {
    var end = byteCount
    // Eight at once: 200 MB of zeros take 50 ms.
    while end >= 8 {
      let word = unsafe unsafeLoadUnaligned(fromByteOffset: end - 8, as: UInt64.self)
      guard word == 0 else { break }
      end -= 8
    }
    while end > 0 {
      let byte = unsafe unsafeLoad(fromByteOffset: end - 1, as: UInt8.self)
      guard byte == 0 else { break }
      end -= 1
    }
    return end
  }
}

/// A block in memory.
private struct BlockSlot {
  /// The index of the block; -1 if there is none.
  var index = -1
  var count = 0
  var storage: [UInt8]
}
