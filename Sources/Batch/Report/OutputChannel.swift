import Glibc
import WavethumbBytes
import WavethumbSystem

/// Standard output or standard error, with a buffer; its reader may close it at any time.
public struct OutputChannel: ~Copyable, Sendable {
  static var standardOutput: OutputChannel { OutputChannel(STDOUT_FILENO) }
  static var standardError: OutputChannel { OutputChannel(STDERR_FILENO) }

  /// The error number after which nothing can be written, such as `EPIPE` if the reader is gone.
  private(set) var failure: CInt?
  private(set) var buffer: [UInt8] = []
  private let descriptor: CInt?

  /// Without a descriptor, everything stays in memory, for tests.
  init(_ descriptor: CInt?) { self.descriptor = descriptor }

  // What `fail` and early returns leave in the buffer is the reason why the run ended. A struct that
  // cannot be copied, so that no byte is sent twice.
  deinit {
    if let descriptor, failure == nil {
      _ = Self.send(buffer[...], to: descriptor)
    }
  }

  /// Turns a closed pipe and an exceeded file size limit into errors instead of signals that end
  /// the process.
  public static func turnSignalsIntoErrors() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  var hasNoListener: Bool { failure == EPIPE }

  /// The columns of the terminal, if the channel is one.
  var columns: Int? {
    guard let descriptor, Terminal.isTerminal(descriptor) else { return nil }
    return Terminal.columns(descriptor) ?? 80
  }

  mutating func write(_ text: String) { write(Array(text.utf8)) }

  mutating func write(_ bytes: [UInt8]) {
    guard failure == nil else { return }
    buffer += bytes
    // The capacity of a pipe: more would wait there as well.
    if buffer.count >= 65_536 {
      flush()
    }
  }

  mutating func flush() {
    guard let descriptor, failure == nil, !buffer.isEmpty else { return }
    failure = Self.send(buffer[...], to: descriptor)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes all bytes, and returns the error number of a failure.
  private static func send(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) -> CInt? {
    var rest = bytes
    while !rest.isEmpty {
      // The kernel copies the bytes before the call returns.
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        awaitRoom(in: descriptor)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  // Another program on the terminal may have made it non-blocking. The second is only a bound for the
  // case that the terminal is gone: the next write then fails.
  private static func awaitRoom(in descriptor: CInt) {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&request, 1, 1000)
  }
}

/// The abilities of a terminal, from environment variables.
struct TerminalStyle: Sendable {
  /// Whether colors and redrawn lines are supported.
  let isCapable: Bool
  let usesColor: Bool
  let usesUnicode: Bool

  init(term: String?, noColor: String?, locale: String?) {
    isCapable = term != nil && term != "" && term != "dumb"
    // See no-color.org: any value that is not empty counts.
    usesColor = isCapable && (noColor ?? "").isEmpty
    let name = (locale ?? "").lowercased()
    usesUnicode = name.contains("utf-8") || name.contains("utf8")
  }

  static func ofEnvironment() -> TerminalStyle {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first
    return TerminalStyle(term: variable("TERM"), noColor: variable("NO_COLOR"), locale: locale)
  }

  private static func variable(_ name: String) -> String? {
    Environment.value(name).map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
