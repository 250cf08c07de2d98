import CSandbox
import Glibc

/// An open file, closed when it goes out of scope.
public struct Descriptor: ~Copyable, Sendable {
  /// The number that the kernel knows the descriptor by.
  public let number: CInt

  /// Takes a descriptor that is open, and closes it at the end.
  public init(owning number: CInt) {
    self.number = number
  }

  deinit {
    _ = Glibc.close(number)
  }

  /// Returns the number and leaves closing it to the caller.
  package consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  /// Closes with an eye on the answer: network disks report a failed write only here.
  package consuming func close(_ place: RawPath) throws(SystemFailure) {
    let answer = Glibc.close(release())
    // Linux has closed the descriptor even where it says that it was interrupted.
    if answer != 0 && errno != EINTR {
      throw SystemFailure(.close, errno: errno, at: place)
    }
  }

  package func duplicate(_ place: RawPath) throws(SystemFailure) -> Descriptor {
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
    if copy < 0 { throw SystemFailure(.open, errno: errno, at: place) }
    return Descriptor(owning: copy)
  }

  package func status(_ place: RawPath) throws(SystemFailure) -> FileStatus {
    var found = stat()
    if unsafe fstat(number, &found) != 0 {
      throw SystemFailure(.status, errno: errno, at: place)
    }
    return FileStatus(found)
  }

  /// Where the last write or reading in turn ended. Corresponds to `lseek`.
  package func position(_ place: RawPath) throws(SystemFailure) -> Int64 {
    let position = lseek(number, 0, SEEK_CUR)
    if position < 0 { throw SystemFailure(.seek, errno: errno, at: place) }
    return Int64(position)
  }

  /// Writes every byte, however many calls that takes.
  package func write(_ bytes: [UInt8], _ place: RawPath) throws(SystemFailure) {
    var written = 0
    while written < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { all in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[written...])
        return unsafe Glibc.write(number, rest.baseAddress, rest.count)
      }
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        // A regular file that takes nothing and gives no reason has no room.
        throw SystemFailure(.write, errno: count == 0 ? ENOSPC : errno, at: place)
      }
    }
  }

  /// Reads from `offset` until `count` bytes are there or the file ends.
  package func read(
    _ count: Int, from offset: Int = 0, _ place: RawPath
  ) throws(SystemFailure) -> [UInt8] {
    var (filled, failure) = (0, CInt(0))
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
    if failure != 0 { throw SystemFailure(.read, errno: failure, at: place) }
    return bytes
  }

  /// Makes durable all that was written to the file system this file is on. Corresponds to
  /// `syncfs`.
  package func syncFileSystem(_ place: RawPath) throws(SystemFailure) {
    if syncfs(number) != 0 { throw SystemFailure(.sync, errno: errno, at: place) }
  }

  /// Makes this one file durable. Corresponds to `fsync`.
  package func sync(_ place: RawPath) throws(SystemFailure) {
    if fsync(number) != 0 { throw SystemFailure(.sync, errno: errno, at: place) }
  }
}
