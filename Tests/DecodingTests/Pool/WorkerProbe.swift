import Glibc
import System
import Testing

@testable import Decoding

/// The calls that a worker is told to try, and that must fail; the numbers are those of
/// `sandbox_probe`.
enum Probe: CInt, CaseIterable {
  case openFile, connect, execute, signalParent, writeToRecording, mapTwoGibibytes, reopenForWriting
  case fork, mapExecutable, raiseLimit, showMemory, takeNewPrivileges
  case crash, abort, exhaustMemory, loop, wait, exit
}

extension WorkerPool {
  /// Starts the command beside the test bundle, whose workers obey probes.
  static let testStarter = WorkerStarter(executable: builtCommand, behaviour: .answersProbes)

  static let builtCommand: String = {
    let bundle = CommandLine.arguments[0]
    return bundle.prefix(through: bundle.lastIndex(of: "/") ?? bundle.startIndex) + "wavethumb"
  }()

  /// A pool whose workers get so much time that they end for other reasons on a busy machine too.
  static func testing(
    _ isolation: Isolation = .auto, timeout: Double = 60, layers: SandboxLayers = .all,
    starter: WorkerStarter = testStarter
  ) -> WorkerPool {
    WorkerPool(
      isolation: isolation, timeout: timeout, size: 2, starter: starter, layers: layers)
  }

  /// Tells a worker to try something.
  func attempt(
    _ probe: Probe, cancel: CInt? = nil, hasCrashed: Bool = false
  ) -> Result<CInt, DecodeFailure> {
    let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return ask(.forbidden(probe.rawValue), descriptor, cancel, hasCrashed: hasCrashed) { _ in }
  }
}

/// The wish to stop, as it was from the beginning.
func stopSignal() throws -> Descriptor {
  var ends: [CInt] = [0, 0]
  try #require(unsafe pipe(&ends) == 0)
  close(ends[1])
  return Descriptor(owning: ends[0])
}
