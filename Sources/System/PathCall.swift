package import Glibc

/// One system call on one path: makes a C string, retries interruptions, and splits long paths.
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
    let isShort = path.bytes.count < Self.maximumLength
    if isShort { return Self.repeated(in: folder, at: path, call) }
    return attemptInStretches(call)
  }

  /// The longest path of one system call, including the terminator.
  // `PATH_MAX` of Linux.
  static let maximumLength = 4096

  /// Opens a folder only to pass through it, without permission to read it. Linux has the same
  /// value on all architectures.
  private static let passThrough: CInt = 0o10000000

  // Signals end system calls early; with the number of the error they are told from real failures.
  @safe private static func repeated(
    in folder: CInt,
    at path: RawPath,
    _ call: (CInt, UnsafePointer<CChar>) -> CInt
  ) -> (answer: CInt, failure: CInt) {
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

  /// Performs the call on the end of a path that is too long for one call, from an open folder on it.
  @safe private func attemptInStretches(
    _ call: (CInt, UnsafePointer<CChar>) -> CInt
  ) -> (answer: CInt, failure: CInt) {
    var reached: CInt = folder
    defer {
      if reached != folder {
        _ = close(reached)
      }
    }
    var rest = path.bytes[...]
    while rest.count >= Self.maximumLength {
      // Whole steps, as many as one call takes.
      let reach = rest.prefix(Self.maximumLength - 1)
      guard let slash = reach.lastIndex(of: RawPath.separator) else { return (-1, ENAMETOOLONG) }
      let stretch = RawPath(bytes: Array(rest[...slash]))
      let (next, failure) = Self.repeated(in: reached, at: stretch) { folder, name in
        unsafe openat(folder, name, Self.passThrough | O_DIRECTORY | O_CLOEXEC)
      }
      if failure != 0 { return (-1, failure) }
      if reached != folder {
        _ = close(reached)
      }
      reached = next
      rest = rest[(slash + 1)...].drop { $0 == RawPath.separator }
    }
    return Self.repeated(in: reached, at: RawPath(bytes: Array(rest)), call)
  }
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
