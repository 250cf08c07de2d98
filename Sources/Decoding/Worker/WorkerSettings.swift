package import Glibc

/// How a worker is told at its start what to do.
package struct WorkerSettings: Equatable {
  /// The behaviour of a worker: tests ask for others than `plain`.
  package enum Manner: UInt8, Sendable {
    case plain
    /// Does what a test tells it to try.
    case obeysProbes
    /// Decodes with a call that the filter does not know, as the next C library may.
    case offendsFilter
  }

  package var layers: SandboxLayers
  /// The process it must not outlive.
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
