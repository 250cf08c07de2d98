/// The layers of the sandbox around a worker, each of which can be left out.
public struct SandboxLayers: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Limits on memory, descriptors, file size, processes and core dumps.
  public static let limits = SandboxLayers(rawValue: 1)
  /// No capabilities, no new privileges, no tracing by other processes.
  public static let privileges = SandboxLayers(rawValue: 2)
  /// Landlock: no file, network or foreign process.
  public static let landlock = SandboxLayers(rawValue: 4)
  /// The list of system calls (seccomp) that decoding needs.
  public static let filter = SandboxLayers(rawValue: 8)

  /// Every layer.
  public static let all: SandboxLayers = [.limits, .privileges, .landlock, .filter]

  package static let names: [(layer: SandboxLayers, name: String)] = [
    (.limits, "limits"), (.privileges, "privileges"), (.landlock, "landlock"),
    (.filter, "filter"),
  ]

  /// The names of the layers, in the order in which they are set up.
  public var names: [String] {
    Self.names.filter { contains($0.layer) }.map(\.name)
  }
}

/// Which layers hold around the workers, and why the others do not.
public struct SandboxReport: Sendable, Equatable {
  /// A layer that does not hold.
  public struct Missing: Sendable, Equatable {
    /// The layer.
    public var layer: SandboxLayers
    /// Why it does not hold.
    public var reason: Reason

    package init(layer: SandboxLayers, reason: Reason) {
      self.layer = layer
      self.reason = reason
    }
  }

  /// Why a layer does not hold.
  public enum Reason: Sendable, Equatable {
    /// The kernel or a container forbids it.
    case forbidden(errno: CInt)
    /// A worker with this layer crashed while it decoded a test tone.
    case tone(signal: CInt)
  }

  /// Whether decoding happens in processes of its own.
  public var inWorkers: Bool
  /// The layers that hold.
  public var held: SandboxLayers
  /// The layers that were wanted and do not hold.
  public var missing: [Missing]

  package init(inWorkers: Bool, held: SandboxLayers, missing: [Missing]) {
    self.inWorkers = inWorkers
    self.held = held
    self.missing = missing
  }

  static let inProcess = SandboxReport(inWorkers: false, held: [], missing: [])
}

/// How strictly decoders are sandboxed.
public enum Isolation: String, CaseIterable, Sendable {
  /// As many layers of the sandbox as the system allows.
  case auto
  /// All layers of the sandbox, or no decoding.
  case require
  /// No worker process and no sandbox, for recordings that are trusted.
  case off
}
