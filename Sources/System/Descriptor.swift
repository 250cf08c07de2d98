import CSandbox
import Glibc

/// An open file, closed when it goes out of scope.
public struct Descriptor: ~Copyable, Sendable {
  /// The number of the descriptor in the kernel.
  public let number: CInt

  /// Takes ownership of an open descriptor and closes it at the end of its life.
  public init(owning number: CInt) { self.number = number }

  /// Duplicates a descriptor, above the standard ones. Corresponds to `F_DUPFD_CLOEXEC`.
  package init(duplicating number: CInt, _ path: RawPath) throws(SystemFailure) {
    // Whoever closed a standard stream must not find this file under its number.
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    if copy < 0 { throw SystemFailure(.open, errno: errno, at: path) }
    self.init(owning: copy)
  }

  /// Returns a file in memory, to be read from its beginning. Corresponds to `memfd_create`.
  package static func inMemory(_ bytes: [UInt8]) throws(SystemFailure) -> Descriptor {
    let path = RawPath("memory")
    let number = hidden_memory_file()
    if number < 0 { throw SystemFailure(.open, errno: errno, at: path) }
    let file = Descriptor(owning: number)
    try file.write(bytes, path)
    // Whoever gets it reads from the position, which the write has moved to the end.
    _ = lseek(number, 0, SEEK_SET)
    return file
  }

  // A failure is not reported: what must not be lost is closed with `close`.
  deinit { _ = Glibc.close(number) }

  /// Returns the number, which the caller then has to close.
  package consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  /// Closes the descriptor; network file systems report a failed write only here.
  package consuming func close(_ path: RawPath) throws(SystemFailure) {
    let answer = Glibc.close(release())
    // Linux has closed the descriptor even if it reports an interruption.
    if answer != 0 && errno != EINTR {
      throw SystemFailure(.close, errno: errno, at: path)
    }
  }

  package func status(_ path: RawPath) throws(SystemFailure) -> FileStatus {
    var found = stat()
    if unsafe fstat(number, &found) != 0 {
      throw SystemFailure(.status, errno: errno, at: path)
    }
    return FileStatus(found)
  }

  /// Whether the file is on a file system of the network or of another program, which may stop
  /// answering for good. Corresponds to `fstatfs`.
  package var mayStopAnswering: Bool {
    Self.remoteSystems.contains(hidden_file_system(number))
  }

  /// FUSE, NFS, SMB and CIFS, Ceph, 9P, AFS (`linux/magic.h`).
  private static let remoteSystems: Set<UInt32> = [
    0x6573_5546, 0x6969, 0xFE53_4D42, 0xFF53_4D42, 0x517B, 0x00C3_6400, 0x0102_1997, 0x5346_414F,
  ]

  /// Sets the modification time to now, if the user may.
  package func touch() { _ = futimens(number, nil) }

  /// Writes all bytes, with as many calls as necessary.
  package func write(_ bytes: [UInt8], _ path: RawPath) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      // The kernel reads the rest of the array, which lives until the call returns.
      let count = unsafe bytes.withUnsafeBytes { all in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[written...])
        return unsafe Glibc.write(number, rest.baseAddress, rest.count)
      }
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        // A regular file that accepts no byte and reports no error has no room.
        let failure = count == 0 ? ENOSPC : errno
        throw SystemFailure(.write, errno: failure, at: path)
      }
    }
  }

  /// Reads from `offset` until `count` bytes are read or the file ends.
  // At an offset of its own in each call: a descriptor that was sent to a worker shares its
  // position with ours.
  package func read(
    _ count: Int,
    from offset: Int = 0,
    _ path: RawPath
  ) throws(SystemFailure) -> [UInt8] {
    var filled = 0
    var failure = CInt(0)
    // Without zeros that would only be overwritten; the array ends where the kernel stopped writing.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, count)) {
      (buffer, initialized) in
      while filled < count {
        let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
        let more = unsafe pread(number, rest.baseAddress, rest.count, off_t(offset + filled))
        if more == 0 { break }
        if more < 0 && errno == EINTR { continue }
        if more < 0 {
          failure = errno
          break
        }
        filled += more
      }
      initialized = filled
    }

    if failure != 0 { throw SystemFailure(.read, errno: failure, at: path) }
    return bytes
  }

  /// Returns whether `holds` returns true for every piece of a file: data may be larger than memory.
  package func allPieces(
    _ path: RawPath,
    _ holds: (_ piece: [UInt8]) throws(SystemFailure) -> Bool
  ) throws(SystemFailure) -> Bool {
    // The blocks of content digests. A guess: smaller ones only make more calls.
    let pieceSize = 1 << 20
    var start = 0
    while true {
      let piece = try read(pieceSize, from: start, path)
      if !piece.isEmpty, try !holds(piece) { return false }
      if piece.count < pieceSize { return true }
      start += pieceSize
    }
  }

  /// Waits until everything written is on the disk. Corresponds to `fsync`.
  package func sync(_ path: RawPath) throws(SystemFailure) {
    if fsync(number) != 0 {
      throw SystemFailure(.sync, errno: errno, at: path)
    }
  }
}
