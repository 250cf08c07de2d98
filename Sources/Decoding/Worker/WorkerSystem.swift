import CSandbox
package import Glibc

/// The calls around a worker's process that need `unsafe`.
package enum WorkerSystem {
  enum End: Equatable {
    case running
    case exit(CInt)
    case signal(CInt)
    case unknown

    /// The signal that ended the process; 0 if there was none.
    var signal: CInt {
      if case .signal(let signal) = self {
        signal
      } else {
        0
      }
    }
  }

  package static func start(
    executable: String, settings: String
  ) throws(WorkerStartFailure) -> (channel: WorkerChannel, process: pid_t) {
    var channel: CInt = -1
    var process: pid_t = 0
    let error = unsafe sandbox_start(executable, settings, &channel, &process)
    if error != 0 { throw .notStarted(errno: error) }
    return (WorkerChannel(descriptor: channel), process)
  }

  static func processorTime(of process: pid_t) -> Double? {
    let nanoseconds = sandbox_processor_time(process)
    if nanoseconds < 0 { return nil }
    return Double(nanoseconds) / 1e9
  }

  static func reap(_ process: pid_t) -> End {
    let status = sandbox_reap(process)
    if status == -1 { return .running }
    if status == -2 { return .unknown }
    let signal = status & 0x7f
    return signal == 0 ? .exit((status >> 8) & 0xff) : .signal(signal)
  }

  static func kill(_ process: pid_t) { _ = Glibc.kill(process, SIGKILL) }

  /// Returns a read-only descriptor of the same open file, which the caller must close.
  static func readOnly(_ descriptor: CInt) throws(DecodeFailure) -> CInt {
    let again = sandbox_read_only(descriptor)
    if again < 0 { throw .unreadable(errno: -again) }
    return again
  }

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

  /// Returns whether the system would give this process so much memory, which is not touched.
  ///
  /// A limit of the user holds for this process and for the decoders that it starts.
  static func canMap(bytes: Int) -> Bool {
    let place = unsafe mmap(
      nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let place = unsafe place, unsafe place != MAP_FAILED else { return false }
    unsafe munmap(place, bytes)
    return true
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
