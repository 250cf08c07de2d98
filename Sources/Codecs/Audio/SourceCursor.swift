internal import Glibc

/// A read position for C libraries: it begins at the start of the sound, and may replace a few
/// bytes of the file by repaired ones.
@safe final class SourceCursor {
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
  private let patches: [BytePatch]
  private let repaired: OggRepair?
  /// Allocated outside the object: libmpg123 reads four bytes before each frame, and exclusivity
  /// checks would cost more than copying them.
  private let state: UnsafeMutablePointer<State>

  /// The position of the cursor, and bytes that were read ahead.
  @safe
  private struct State {
    /// The number of bytes read ahead; a read of a quarter of that or more goes to the source.
    static let room = 1 << 14

    let cursor: Unmanaged<SourceCursor>
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 8)
    var held = 0..<0
    var position = 0
    var latestRead = 0

    /// Copies bytes that are all buffered; returns false if one is not.
    @inline(__always)
    mutating func copy(into target: UnsafeMutableRawPointer, count: Int) -> Bool {
      guard count > 0, position >= held.lowerBound, count <= held.upperBound &- position else {
        return false
      }
      unsafe target.copyMemory(from: bytes + (position &- held.lowerBound), byteCount: count)
      latestRead = position
      position &+= count
      return true
    }
  }

  /// Creates a cursor over a part of a source, or over the repaired pages of a damaged one.
  init(
    _ source: ByteSource, start: Int = 0, end: Int? = nil, patches: [BytePatch] = [],
    repaired: OggRepair? = nil
  ) {
    self.source = source
    self.start = min(max(0, start), source.size)
    length = repaired?.length ?? max(0, min(end ?? source.size, source.size) - self.start)
    self.patches = patches
    self.repaired = repaired
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(cursor: .passUnretained(self)))
  }

  deinit {
    unsafe state.pointee.bytes.deallocate()
    unsafe state.deallocate()
  }

  var position: Int { unsafe state.pointee.position }

  var latestRead: Int { unsafe state.pointee.latestRead }

  /// Moves as `lseek` does and returns the new position; nil for an invalid one.
  func seek(_ offset: Int, _ whence: CInt) -> Int? {
    let origin =
      switch whence {
      case SEEK_CUR: position
      case SEEK_END: length
      default: 0
      }
    let (target, overflow) = origin.addingReportingOverflow(offset)
    guard !overflow, target >= 0 else { return nil }
    unsafe state.pointee.position = target
    return target
  }

  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    if let start = target.baseAddress, unsafe state.pointee.copy(into: start, count: target.count) {
      return target.count
    }
    let position = position
    unsafe state.pointee.latestRead = position
    guard position < length else { return 0 }
    var count = 0
    if target.count >= State.room / 4 {
      count = unsafe copy(at: position, into: target)
    } else {
      let room = unsafe UnsafeMutableRawBufferPointer(start: state.pointee.bytes, count: State.room)
      let held = unsafe copy(at: position, into: room)
      unsafe state.pointee.held = position..<position + held
      count = min(target.count, held)
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[..<count]))
    }
    unsafe state.pointee.position = position + count
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
      for place in from..<to { unsafe target[place - position] = patch.bytes[place - offset] }
    }
    return count
  }

  /// The user data of the C callbacks, valid as long as the cursor.
  var opaque: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(state) }

  static func from(_ opaque: UnsafeMutableRawPointer?) -> SourceCursor? {
    guard let opaque = unsafe opaque else { return nil }
    let state = unsafe opaque.assumingMemoryBound(to: State.self)
    return unsafe state.pointee.cursor.takeUnretainedValue()
  }

  /// Reads for a C callback; returns -1 if the source cannot be read.
  static func read(
    _ opaque: UnsafeMutableRawPointer?, into target: UnsafeMutableRawPointer?, count: Int
  ) -> Int {
    guard let opaque = unsafe opaque, let target = unsafe target else { return -1 }
    let state = unsafe opaque.assumingMemoryBound(to: State.self)
    if unsafe state.pointee.copy(into: target, count: count) { return count }
    let cursor = unsafe state.pointee.cursor.takeUnretainedValue()
    let got = unsafe cursor.read(into: UnsafeMutableRawBufferPointer(start: target, count: count))
    return cursor.source.failure == nil ? got : -1
  }
}
