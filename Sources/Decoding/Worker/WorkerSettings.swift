import CSandbox
package import Glibc

/// The settings of a worker, passed as arguments.
package struct WorkerSettings: Equatable {
  package enum Behaviour: UInt8, Sendable {
    case plain
    /// Tries calls that a test requests.
    case answersProbes
    /// Makes a call that the filter does not allow, as a future C library may.
    case makesForbiddenCall
  }

  package var layers: SandboxLayers
  /// The parent; the worker ends when its parent does.
  package var parent: pid_t
  package var behaviour: Behaviour

  var argument: String { "\(layers.rawValue):\(parent):\(behaviour.rawValue)" }
}

extension WorkerSettings {
  package init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let layers = UInt8(parts[0]),
      let parent = pid_t(parts[1]),
      let behaviour = UInt8(parts[2]).flatMap(Behaviour.init)
    else { return nil }
    self.init(layers: SandboxLayers(rawValue: layers), parent: parent, behaviour: behaviour)
  }
}
