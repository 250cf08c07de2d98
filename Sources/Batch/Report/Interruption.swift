import CSandbox
import Glibc

/// A request to stop, as a descriptor that becomes readable and stays so.
///
/// SIGINT, SIGTERM and SIGHUP count up an eventfd that is never read. Every wait in C polls it too,
/// so that each ends with the first signal; a task group is cancelled as soon as one of its
/// children reports it.
public struct Interruption: Sendable {
  /// Readable from the arrival of a signal on.
  let descriptor: CInt

  /// Handles the signals for the whole process.
  public init() { descriptor = signals_as_descriptor() }

  /// Restores the default effect of signals, when nothing is left to clean up.
  func release() { signals_release() }

  /// Whether a signal has arrived.
  var requested: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, 0) > 0
  }

  func check() throws(JobStop) { if requested { throw .cancelled } }

  /// The exit status for the signal.
  func exitStatus() -> ExitStatus {
    ExitStatus(rawValue: 128 + signals_first()) ?? .interrupted
  }
}
