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
