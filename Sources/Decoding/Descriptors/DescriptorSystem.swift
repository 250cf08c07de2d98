import CSandbox
import Glibc

/// The calls around descriptors and memory that need `unsafe`.
package enum DescriptorSystem {
  /// Returns a read-only descriptor of the same open file, which the caller must close.
  // A worker that a recording has taken over could write through any other.
  static func readOnly(_ descriptor: CInt) throws(DecodeFailure) -> CInt {
    let again = sandbox_read_only(descriptor)
    if again < 0 { throw .unreadable(errno: -again) }
    return again
  }

  /// Whether something could be written through a descriptor; in doubt it could.
  static func isWritable(_ descriptor: CInt) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags < 0 || flags & O_ACCMODE != O_RDONLY
  }

  /// Returns a descriptor of an unnamed file that contains `bytes`, or nil if the system has none.
  package static func file(holding bytes: [UInt8]) -> CInt? {
    let file = unsafe bytes.withUnsafeBytes { unsafe sandbox_file_of($0.baseAddress, $0.count) }
    if file < 0 { return nil }
    return file
  }

  package static func size(of descriptor: CInt) -> Int? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    return Int(status.st_size)
  }

  package static func close(_ descriptor: CInt) { _ = Glibc.close(descriptor) }

  /// Returns whether the descriptor of a cancellation is readable.
  package static func isReadable(_ descriptor: CInt) -> Bool {
    var awaited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&awaited, 1, 0) > 0
  }
}
