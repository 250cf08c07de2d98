import Glibc

/// A request to stop, as a descriptor that becomes readable and stays so, for callers of `poll`.
package final class CancellationPipe: Sendable {
  private let readable: Descriptor
  private let writable: Descriptor

  /// Returns nil if the system has no descriptors left.
  package init?() {
    var ends: [CInt] = [-1, -1]
    // Not a pipe: `pipe2`, which sets both flags in the same call, is hidden from Swift. `raise`
    // must never wait, and no child may inherit the ends.
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    guard unsafe socketpair(AF_UNIX, CInt(kind), 0, &ends) == 0 else { return nil }
    readable = Descriptor(owning: ends[0])
    writable = Descriptor(owning: ends[1])
  }

  package var descriptor: CInt { readable.number }

  package func raise() {
    // An earlier request may have filled the pipe, which is equivalent.
    do { try writable.write([1], "stop sign") } catch { return }
  }
}
