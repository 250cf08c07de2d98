import Glibc

/// Reads a pipe once from its beginning, within a time limit.
package struct StreamReader: ~Copyable {
  /// The reason why the end was not reached.
  package enum Stop: Error, Equatable {
    case cancelled
    /// No byte arrived within the time limit.
    case stalled
    case unreadable(errno: CInt)
  }

  private static let blockLength = 1 << 18

  /// The last block; only its beginning may be new.
  package private(set) var block = [UInt8](repeating: 0, count: blockLength)
  private let descriptor: CInt
  private let cancel: CInt?
  private let patience: CInt

  /// Creates a reader of a descriptor that the caller keeps; `cancel` becomes readable on
  /// cancellation.
  package init(_ descriptor: CInt, cancel: CInt?, patienceSeconds: Double? = nil) {
    self.descriptor = descriptor
    self.cancel = cancel
    patience = patienceSeconds.map { CInt(min(max($0, 0), 1e6) * 1000) } ?? -1
  }

  /// Fills the beginning of `block` with available bytes, and returns their number: 0 at the end.
  package mutating func fill() throws(Stop) -> Int {
    while true {
      try wait()
      let descriptor = descriptor
      let count = unsafe block.withUnsafeMutableBytes { room in
        unsafe read(descriptor, room.baseAddress, room.count)
      }
      if count >= 0 { return count }
      if errno != EINTR && errno != EAGAIN { throw .unreadable(errno: errno) }
    }
  }

  /// Reads at least `wanted` bytes, or all that are left.
  package mutating func next(atLeast wanted: Int) throws(Stop) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < wanted {
      let count = try fill()
      if count == 0 { break }
      bytes.append(contentsOf: block.prefix(count))
    }
    return bytes
  }

  private func wait() throws(Stop) {
    // `read` blocks, which needs no other call that the filter might forbid.
    if cancel == nil, patience < 0 { return }
    var awaited = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    if let cancel { awaited.append(pollfd(fd: cancel, events: Int16(POLLIN), revents: 0)) }
    let ready = unsafe poll(&awaited, nfds_t(awaited.count), patience)
    if awaited.count > 1, awaited[1].revents != 0 { throw .cancelled }
    if ready == 0 { throw .stalled }
    if ready < 0, errno != EINTR { throw .unreadable(errno: errno) }
  }
}
