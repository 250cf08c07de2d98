/// The layers in effect around the workers, and the reasons for missing ones.
public struct SandboxReport: Sendable, Equatable {
  /// A layer that is not in effect.
  public struct Missing: Sendable, Equatable {
    /// The layer.
    public var layer: SandboxLayers
    /// The reason.
    public var reason: Reason
  }

  /// The reason why a layer is not in effect.
  public enum Reason: Sendable, Equatable {
    /// The kernel or a container forbids it.
    case forbidden(errno: CInt)
    /// A worker with this layer crashed while it decoded a test tone.
    case tone(signal: CInt)
  }

  /// Whether decoding happens in separate processes.
  public var inWorkers: Bool
  /// The layers in effect.
  public var active: SandboxLayers
  /// The requested layers that are not in effect.
  public var missing: [Missing]

  static let inProcess = SandboxReport(inWorkers: false, active: [], missing: [])
}

/// The layers of the sandbox around a worker, each of which is optional.
public struct SandboxLayers: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Limits on memory, descriptors, file size, processes and core dumps.
  public static let limits = SandboxLayers(rawValue: 1)
  /// No capabilities, no new privileges, no tracing by other processes.
  public static let privileges = SandboxLayers(rawValue: 2)
  /// Landlock: no access to files, network or other processes.
  public static let landlock = SandboxLayers(rawValue: 4)
  /// The system call filter (seccomp), which allows what decoding needs.
  public static let filter = SandboxLayers(rawValue: 8)

  /// Every layer.
  public static let all: SandboxLayers = [.limits, .privileges, .landlock, .filter]

  // In the order in which a worker sets them up: what comes later could forbid what comes earlier.
  package static let names: [(layer: SandboxLayers, name: String)] = [
    (.limits, "limits"),
    (.privileges, "privileges"),
    (.landlock, "landlock"),
    (.filter, "filter"),
  ]

  /// The names of the layers, in setup order.
  public var names: [String] {
    let ours = Self.names.filter { named in contains(named.layer) }
    return ours.map(\.name)
  }
}

/// The strictness of the sandbox of decoders.
public enum Isolation: String, CaseIterable, Sendable {
  /// As many layers of the sandbox as the system allows.
  case auto
  /// All layers of the sandbox, or no decoding.
  case require
  /// No worker process and no sandbox, for trusted recordings.
  case off
}
