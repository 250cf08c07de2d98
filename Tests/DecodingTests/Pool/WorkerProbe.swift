import Glibc
import Testing
import WavethumbSystem

@testable import Decoding

extension WorkerPool {
  /// Starts workers that also attempt probes.
  static let testStarter = WorkerStarter(executable: folder + "TestWorker")

  // The build puts programs beside the bundle of the tests.
  static let folder: String = {
    let bundle = CommandLine.arguments[0]
    return String(bundle.prefix(through: bundle.lastIndex(of: "/") ?? bundle.startIndex))
  }()

  /// Returns a pool with a timeout long enough for a busy machine.
  // Two workers: a test that asks for more at once waits for a free one, as a scan does.
  static func testing(
    _ isolation: Isolation = .auto,
    timeout: Double = 60,
    layers: SandboxLayers = .all,
    starter: WorkerStarter = testStarter
  ) -> WorkerPool {
    WorkerPool(
      isolation: isolation,
      timeout: timeout,
      size: 2,
      starter: starter,
      layers: layers
    )
  }

  /// Makes a worker attempt a probe.
  func attempt(
    _ probe: Probe,
    cancel: CInt? = nil,
    hasCrashed: Bool = false
  ) -> Result<CInt, DecodeFailure> {
    let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return ask(
      probe.question,
      about: descriptor,
      cancel: cancel,
      hasCrashed: hasCrashed
    ) { _ in }
  }
}

/// Returns a stop signal that is already set.
// A pipe whose other end is closed can be read at once, as after a signal.
func stopSignal() throws -> Descriptor {
  var ends: [CInt] = [0, 0]
  try #require(unsafe pipe(&ends) == 0)
  close(ends[1])
  return Descriptor(owning: ends[0])
}
