internal import Glibc

/// A place in a source that C libraries read and seek by: begins where the sound begins, and may
/// show a few mended bytes instead of those on disk.
final class SourceCursor {
  /// Bytes shown instead of those in the file.
  struct BytePatch {
    /// In the source, not from the cursor's start.
    var offset: Int
    var bytes: [UInt8]
  }

  let source: ByteSource
  /// Where in the source this cursor's offset 0 is.
  let start: Int
  let length: Int
  private(set) var position = 0
  /// Where the latest read began.
  private(set) var latestRead = 0
  private let patches: [BytePatch]

  init(_ source: ByteSource, start: Int = 0, patches: [BytePatch] = []) {
    self.source = source
    self.start = min(max(0, start), source.size)
    self.length = source.size - self.start
    self.patches = patches
  }

  /// Moves as `lseek` does, and says where to; nil for a place that cannot be.
  func seek(_ offset: Int, _ whence: CInt) -> Int? {
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

  /// Copies bytes from the current place and moves behind them.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    latestRead = position
    guard position < length else { return 0 }
    let count = unsafe source.copy(at: start + position, into: target)
    for patch in patches {
      let offset = patch.offset - start
      let from = max(offset, position)
      let to = min(offset + patch.bytes.count, position + count)
      guard from < to else { continue }
      for place in from..<to { unsafe target[place - position] = patch.bytes[place - offset] }
    }
    position += count
    return count
  }

  /// The user data of the C callbacks, valid as long as the cursor.
  var opaque: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  static func from(_ opaque: UnsafeMutableRawPointer?) -> SourceCursor? {
    guard let opaque = unsafe opaque else { return nil }
    return unsafe Unmanaged<SourceCursor>.fromOpaque(opaque).takeUnretainedValue()
  }
}
