import Glibc

/// A system call that was refused: what was tried, where, and the reason the kernel gave.
public struct SystemFailure: Error, Sendable, Hashable {
  /// The operation that was tried.
  public enum Operation: String, Sendable, Hashable, CaseIterable {
    /// To open a file or folder.
    case open
    /// To read bytes.
    case read
    /// To write bytes.
    case write
    /// To close a descriptor.
    case close
    /// To ask for the status of a file.
    case status
    /// To list a folder.
    case list
    /// To make a folder.
    case makeFolder
    /// To rename a file.
    case rename
    /// To delete a file or folder.
    case remove
    /// To wait until bytes are on the disk.
    case sync
    /// To lock a file.
    case lock
    /// To set the times of a file.
    case setTime
    /// To move within a file.
    case seek
  }

  /// The operation that failed.
  public let operation: Operation
  /// The number of the error, as `ENOENT`.
  public let errno: CInt
  /// The file or folder that the operation was about.
  public let place: RawPath

  /// A failure of an operation.
  public init(_ operation: Operation, errno: CInt, at place: RawPath) {
    self.operation = operation
    self.errno = errno
    self.place = place
  }

  /// Whether a whole output is out of order, so that trying the next file is of no use.
  public var endsTheRun: Bool {
    switch errno {
    case ENOSPC, EROFS, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM, ESTALE, ENODEV, ENXIO, ENOTCONN,
      ETIMEDOUT:
      true
    default: false
    }
  }

  /// Whether there is nothing of that name.
  public var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

  /// The kernel's own words for the reason, "No space left on device".
  public var reason: String {
    var buffer = [CChar](repeating: 0, count: 128)
    // The variant of POSIX fills the buffer; a number it does not know leaves its own words there.
    _ = unsafe strerror_r(errno, &buffer, buffer.count)
    let words = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return words.isEmpty ? "error \(errno)" : String(decoding: words, as: UTF8.self)
  }
}
