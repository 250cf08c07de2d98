import Glibc
import WavethumbSystem

/// Starts workers, and waits until each is ready.
package struct WorkerStarter: Sendable {
  // A machine under full load may take a while to load a program. A worker needs 5 ms on an
  // idle one; half of it may be too little while a library is read from a sleeping disk.
  private static let timeoutSeconds = 10.0

  /// The path of this very program.
  // The kernel's link and not the path of the command: the file may be replaced by an update while
  // this program runs, and parent and worker must be of the same version.
  static let ownProgram = "/proc/self/exe"

  let executable: String

  /// Starts a worker and waits until its sandbox is in effect.
  package func start(layers: SandboxLayers, cancel: CInt?) throws(WorkerStartFailure) -> Worker {
    if executable == Self.ownProgram, !WorkerProcess.isPrepared { throw .notPrepared }
    let settings = WorkerSettings(layers: layers, parent: getpid())
    let (channel, process) = try WorkerSystem.start(
      executable: executable,
      settings: settings.argument
    )
    do {
      return try awaitReady(channel, process, cancel: cancel)
    } catch {
      channel.close()
      throw error
    }
  }

  private func awaitReady(
    _ channel: WorkerChannel,
    _ process: pid_t,
    cancel: CInt?
  ) throws(WorkerStartFailure) -> Worker {
    let deadline = MonotonicClock.seconds + Self.timeoutSeconds
    while MonotonicClock.seconds < deadline {
      switch channel.wait(milliseconds: 200, cancel: cancel) {
      case .nothing: continue
      case .cancelled:
        _ = WorkerEnding.kill(process)
        throw .cancelled
      case .packet:
        guard let packet = channel.receive()?.packet,
          case .ready(let active, let refused)? = WorkerMessage(packet: packet)
        else {
          let end = WorkerEnding.collect(process)
          if case .exit(let status) = end { throw .ended(status: status, signal: 0) }
          throw .ended(status: 0, signal: end.signal)
        }
        return Worker(channel: channel, process: process, active: active, refused: refused)
      }
    }
    _ = WorkerEnding.kill(process)
    throw .silent
  }
}
