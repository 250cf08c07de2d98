package import Glibc

/// One system call on one path: makes a C string, and retries interruptions.
package struct PathCall {
  private let operation: SystemFailure.Operation
  private let folder: CInt
  private let path: RawPath
  private let base: RawPath

  /// `base` is the folder's path in failures.
  package init(
    _ operation: SystemFailure.Operation,
    folder: CInt,
    path: RawPath,
    base: RawPath = ""
  ) {
    self.operation = operation
    self.folder = folder
    self.path = path
    self.base = base
  }

  /// Performs the call and returns its result, or throws its error.
  @safe package func perform(
    _ call: (_ folder: CInt, _ name: UnsafePointer<CChar>) -> CInt
  ) throws(SystemFailure) -> CInt {
    let (answer, failure) = attempt(call)
    if failure != 0 { throw SystemFailure(operation, errno: failure, at: base.appending(path)) }
    return answer
  }

  /// Performs `openat`, with this mode less the umask for a new file.
  package func open(_ flags: CInt, mode: mode_t = 0o666) throws(SystemFailure) -> Descriptor {
    let number = try perform { folder, name in unsafe openat(folder, name, flags, mode) }
    return Descriptor(owning: number)
  }

  /// Performs the call and returns its result and error number, of which one means nothing.
  @safe package func attempt(
    _ call: (_ folder: CInt, _ name: UnsafePointer<CChar>) -> CInt
  ) -> (answer: CInt, failure: CInt) {
    // The kernel would see only what is before it, which is another path.
    if path.bytes.contains(0) { return (-1, EINVAL) }
    // Signals end system calls early; with the number of the error they are told from real failures.
    while true {
      let (answer, failure) = path.withTerminatedBytes { name in
        let answer = unsafe call(folder, name)
        // Read at once: any later call may change it.
        let failure = answer < 0 ? errno : 0
        return (answer, failure)
      }
      if failure != EINTR { return (answer, failure) }
    }
  }

  /// The longest path of a system call, including the terminator.
  // `PATH_MAX` of Linux.
  package static let maximumLength = 4096
}

extension RawPath {
  /// Calls `body` with the path as a string of C, which is valid during the call.
  // On the stack if it is short: system calls on paths are among the most frequent of a run.
  @safe package func withTerminatedBytes<Answer>(
    _ body: (UnsafePointer<CChar>) -> Answer
  ) -> Answer {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 1) { buffer in
      let end = unsafe buffer.initialize(fromContentsOf: bytes)
      unsafe buffer.initializeElement(at: end, to: 0)
      return unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else {
          preconditionFailure("a buffer for one byte at least has an address")
        }
        return unsafe body(start)
      }
    }
  }
}
