import Glibc

/// Reads a pipe once from its beginning, within a time limit.
package struct StreamReader: ~Copyable {
  // As much as ffmpeg writes at once (`FFmpegPlan`); a pipe holds 64 KiB at first. Untuned.
  private static let blockLength = 1 << 18

  private var block = [UInt8](repeating: 0, count: blockLength)
  private let descriptor: CInt
  private let cancel: CInt?
  private let timeoutSeconds: Double?

  /// Reads a descriptor that the caller keeps; `cancel` becomes readable on cancellation.
  package init(_ descriptor: CInt, cancel: CInt?, timeoutSeconds: Double? = nil) {
    self.descriptor = descriptor
    self.cancel = cancel
    self.timeoutSeconds = timeoutSeconds
  }

  /// Returns the bytes that are available, or none at the end. The caller must release them before
  /// the next call, which otherwise copies the block.
  package mutating func next() throws(DecodeFailure) -> ArraySlice<UInt8> {
    while true {
      try wait()
      let descriptor = descriptor
      let count = unsafe block.withUnsafeMutableBytes { room in
        unsafe read(descriptor, room.baseAddress, room.count)
      }
      if count >= 0 { return block.prefix(count) }
      if errno != EINTR && errno != EAGAIN { throw .unreadable(errno: errno) }
    }
  }

  /// Reads at least `minimum` bytes, or all that are left.
  package mutating func next(atLeast minimum: Int) throws(DecodeFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < minimum {
      let more = try next()
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  private func wait() throws(DecodeFailure) {
    // `read` blocks, so `poll`, which the filter might forbid, is not needed.
    if cancel == nil, timeoutSeconds == nil { return }
    let isCancelled = try waitForEvents()
    if isCancelled { throw .cancelled }
  }

  /// Waits until the pipe or the cancellation is readable; returns whether it is the latter.
  private func waitForEvents() throws(DecodeFailure) -> Bool {
    var awaited = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    if let cancel {
      awaited.append(pollfd(fd: cancel, events: Int16(POLLIN), revents: 0))
    }
    var milliseconds: CInt = -1
    if let timeoutSeconds {
      // The largest number of milliseconds in 32 bits is 24 days.
      milliseconds = CInt(min(max(timeoutSeconds, 0), 1e6) * 1000)
    }
    var ready: CInt
    repeat {
      ready = unsafe poll(&awaited, nfds_t(awaited.count), milliseconds)
      // A signal that interrupts the call is seen by the next one: `read` would block.
    } while ready < 0 && errno == EINTR
    if awaited.count > 1, awaited[1].revents != 0 { return true }
    if ready == 0 { throw .stalled(seconds: timeoutSeconds ?? 0) }
    if ready < 0 { throw .unreadable(errno: errno) }
    return false
  }
}
