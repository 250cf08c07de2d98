import Glibc

/// A failed system call: operation, path and error number.
public struct SystemFailure: Error, Sendable, Hashable {
  /// The operation that failed.
  public enum Operation: String, Sendable, Hashable, CaseIterable {
    /// Opening a file or folder.
    case open
    /// Reading bytes.
    case read
    /// Writing bytes.
    case write
    /// Closing a descriptor.
    case close
    /// Reading the status of a file.
    case status
    /// Listing a folder.
    case list
    /// Creating a folder.
    case makeFolder
    /// Renaming a file.
    case rename
    /// Deleting a file or folder.
    case remove
    /// Flushing to disk.
    case sync
    /// Locking a file.
    case lock
  }

  /// The operation that failed.
  public let operation: Operation
  /// The error number, such as `ENOENT`.
  public let errno: CInt
  /// The file or folder of the operation.
  public let path: RawPath

  /// Creates a failure of an operation.
  public init(_ operation: Operation, errno: CInt, at path: RawPath) {
    self.operation = operation
    self.errno = errno
    self.path = path
  }

  /// Whether the whole output is unusable, so that trying the next file is pointless.
  public var endsTheRun: Bool {
    // Errors of the disk or of this process, which every other file would meet as well.
    switch errno {
    case ENOSPC, EROFS, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM, ESTALE, ENODEV, ENXIO, ENOTCONN,
      ETIMEDOUT:
      true
    default: false
    }
  }

  /// Whether nothing of that name exists.
  public var isMissing: Bool { errno == ENOENT || errno == ENOTDIR }

  /// The system's message for the error, such as "No space left on device".
  public var reason: String {
    // The longest message of glibc has some 50 bytes.
    var buffer = [CChar](repeating: 0, count: 128)
    // The POSIX variant fills the buffer; for an unknown number it leaves its own message there.
    _ = unsafe strerror_r(errno, &buffer, buffer.count)
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    if text.isEmpty { return "error \(errno)" }
    return String(decoding: text, as: UTF8.self)
  }
}
