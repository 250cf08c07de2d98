import CSandbox
import Glibc
import WavethumbSystem

/// A request to stop, as a descriptor that becomes readable and stays so.
///
/// SIGINT, SIGTERM and SIGHUP are blocked in every thread and arrive through a signalfd that is not
/// read before the end; every wait polls the descriptor too, so that no signal handler is needed.
/// The task group of a run is cancelled as soon as one of its children reports the signal.
public struct Interruption: Sendable {
  /// Readable from the arrival of a signal on.
  let descriptor: CInt

  /// Blocks the signals for this thread and all that it starts from now on.
  public init() { descriptor = signals_as_descriptor() }

  /// Restores the default effect of signals, when nothing is left to clean up.
  func release() { signals_release() }

  /// Whether a signal has arrived.
  // Without waiting: loops ask between two pieces of their work.
  var requested: Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // The count is that of the entries, which the kernel does not keep after the call.
    return unsafe poll(&entry, 1, 0) > 0
  }

  /// Waits, or throws as soon as a signal arrives.
  func wait(seconds: Double) throws(WorkError) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if unsafe poll(&entry, 1, CInt(seconds * 1000)) > 0 { throw .cancelled }
  }

  /// Throws if a signal has arrived.
  func check() throws(WorkError) {
    if requested { throw .cancelled }
  }

  /// Whether an error only says that reading ended at a signal.
  func isCause(of error: any Error) -> Bool {
    guard requested else { return false }
    return switch error {
    case WorkError.cancelled: true
    case RunFailure.outputUnwritable(_, errno: EINTR): true
    case let failure as SystemFailure: failure.errno == EINTR
    default: false
    }
  }

  /// The exit status for the signal, read once at the end.
  func exitStatus() -> ExitStatus {
    ExitStatus(rawValue: 128 + signals_take(descriptor)) ?? .interrupted
  }
}
