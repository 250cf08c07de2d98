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
