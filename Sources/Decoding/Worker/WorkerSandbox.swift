import CSandbox
import Glibc
import WavethumbSystem

/// The sandbox that a worker enters before it reads any recording.
// Four layers, because none is everywhere and none does everything. Limits bound memory, which no
// filter sees. Landlock denies all files and networks, whatever call asks for them, but is missing
// in older kernels and in many containers. The filter (seccomp) leaves few calls of the kernel to
// attack, but cannot read paths. Each layer holds alone, and what is missing is reported.
package enum WorkerSandbox {
  /// The memory of a worker beyond that of the program itself.
  // Decoders buffer blocks, not whole recordings, so a longer one needs no more. It is also the part
  // of the machine that one hostile recording can take, once for each worker.
  package static let memory = 52 << 20
  static let outOfMemory = DecodeFailure.outOfMemory(megabytes: memory >> 20)
  /// Whether the system would now give a worker all the memory that it may use; its address space
  /// may grow by twice as much.
  static var isMemoryFree: Bool { AddressSpace.canMap(bytes: 2 * memory) }
  /// The standard streams, the socket, `/proc/self/statm`, and the recording.
  static let descriptors: CInt = 6

  /// Whether memory is limited and crashes are recognized: not in builds with a sanitizer.
  package static var boundsMemory: Bool { sandbox_is_sanitized() == 0 }

  /// Sets up the requested layers; returns those in effect, and the error number of each in the order
  /// of `SandboxLayers.names`.
  static func enter(_ requested: SandboxLayers) -> (active: SandboxLayers, refused: [CInt]) {
    var active: SandboxLayers = []
    var refused: [CInt] = []
    // Landlock and the filter require that no new privileges can be gained.
    var noNewPrivileges: CInt = 0
    if !requested.subtracting(.limits).isEmpty {
      noNewPrivileges = sandbox_no_new_privileges()
    }
    for (layer, _) in SandboxLayers.names {
      guard requested.contains(layer) else {
        refused.append(0)
        continue
      }
      let error = enter(layer, noNewPrivileges: noNewPrivileges)
      refused.append(error)
      if error == 0 {
        active.insert(layer)
      }
    }
    return (active, refused)
  }

  private static func enter(_ layer: SandboxLayers, noNewPrivileges: CInt) -> CInt {
    switch layer {
    case .limits: sandbox_limit(memory, descriptors)
    case .privileges:
      if noNewPrivileges == 0 {
        sandbox_drop_privileges()
      } else {
        noNewPrivileges
      }
    case .landlock: sandbox_landlock()
    default: sandbox_filter()
    }
  }
}
