internal import Glibc

/// A read position for C libraries: it begins at the start of the sound, and may replace a few
/// bytes of the file by repaired ones.
final class SourceCursor {
  /// Bytes used instead of those in the file.
  struct BytePatch {
    /// The offset in the source, not from the cursor's start.
    var offset: Int
    var bytes: [UInt8]
  }

  let source: ByteSource
  /// The offset 0 of this cursor, in the source.
  let start: Int
  let length: Int
  private(set) var position = 0
  private(set) var latestRead = 0
  private let patches: [BytePatch]
  private let repaired: (any RepairedBytes)?
  /// Bytes that were read ahead, because libmpg123 reads four bytes before each frame; a read of a
  /// quarter of that or more goes to the source.
  // 16 KiB are some 40 frames of MP3. Untuned.
  private var ahead = [UInt8](repeating: 0, count: 1 << 14)
  /// The positions of the bytes that were read ahead.
  private var aheadPositions = 0..<0

  /// Creates a cursor over a part of a source, or over the repaired pages of a damaged one.
  init(
    _ source: ByteSource,
    start: Int = 0,
    end: Int? = nil,
    patches: [BytePatch] = [],
    repaired: (any RepairedBytes)? = nil
  ) {
    self.source = source
    self.start = min(max(0, start), source.size)
    length = repaired?.length ?? max(0, min(end ?? source.size, source.size) - self.start)
    self.patches = patches
    self.repaired = repaired
  }

  /// The end of this cursor, in the source.
  var end: Int { start + length }

  /// Moves as `lseek` does and returns the new position; nil for an invalid one.
  func seek(by offset: Int, from whence: CInt) -> Int? {
    let origin =
      switch whence {
      case SEEK_CUR: position
      case SEEK_END: length
      default: 0
      }
    let (target, overflow) = origin.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return nil }
    position = target
    return target
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    latestRead = position
    guard position < length else { return 0 }
    // Bytes behind the end belong to something else, such as the next link of a chain.
    let left = length - position
    let count = min(target.count, left)
    let isAhead = aheadPositions.contains(position) && count <= aheadPositions.upperBound - position
    // Copied once, from the block to the library: only for short reads it is worth to go through a block
    // each time.
    let isLong = count >= ahead.count / 4
    let copied: Int
    if isLong, !isAhead {
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: target[..<count])
      copied = unsafe copy(at: position, into: room)
    } else {
      if !isAhead {
        readAhead(atMost: left)
      }
      copied = unsafe copyAhead(atMost: count, into: target)
    }
    position += copied
    return copied
  }

  private func readAhead(atMost limit: Int) {
    let filled = unsafe ahead.withUnsafeMutableBytes { bytes in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<min(bytes.count, limit)])
      return unsafe copy(at: position, into: room)
    }
    aheadPositions = position..<position + filled
  }

  /// Copies bytes at the position that were read ahead; fewer at the end, or if reading failed.
  private func copyAhead(atMost limit: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    let first = position - aheadPositions.lowerBound
    let count = min(limit, aheadPositions.count - first)
    unsafe ahead.withUnsafeBytes { bytes in
      let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[first..<first + count])
      unsafe target.copyMemory(from: part)
    }
    return count
  }

  private func copy(at position: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    if let repaired { return unsafe repaired.copy(at: position, into: target) }
    let count = unsafe source.copy(at: start + position, into: target)
    for patch in patches {
      let offset = patch.offset - start
      let from = max(offset, position)
      let to = min(offset + patch.bytes.count, position + count)
      guard from < to else { continue }
      for index in from..<to {
        unsafe target[index - position] = patch.bytes[index - offset]
      }
    }
    return count
  }

  /// The user data of the C callbacks, valid as long as the cursor.
  var opaque: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  static func from(_ opaque: UnsafeMutableRawPointer?) -> SourceCursor? {
    guard let opaque = unsafe opaque else { return nil }
    return unsafe Unmanaged<SourceCursor>.fromOpaque(opaque).takeUnretainedValue()
  }
}
