package import Glibc

/// The settings of a worker, passed in its arguments.
package struct WorkerSettings: Equatable {
  /// The behaviour of a worker: tests ask for others than `plain`.
  package enum Manner: UInt8, Sendable {
    case plain
    /// Tries calls that a test names.
    case obeysProbes
    /// Makes a call that the filter does not allow, as a future C library may.
    case offendsFilter
  }

  package var layers: SandboxLayers
  /// The parent; the worker ends when its parent does.
  package var parent: pid_t
  package var manner: Manner

  var argument: String {
    "\(layers.rawValue):\(parent):\(manner.rawValue)"
  }

  package init(layers: SandboxLayers, parent: pid_t, manner: Manner) {
    self.layers = layers
    self.parent = parent
    self.manner = manner
  }

  package init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let layers = UInt8(parts[0]), let parent = pid_t(parts[1]),
      let manner = UInt8(parts[2]).flatMap(Manner.init)
    else { return nil }
    self.init(layers: SandboxLayers(rawValue: layers), parent: parent, manner: manner)
  }
}
