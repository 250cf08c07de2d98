import CSandbox
package import Glibc

/// The settings of a worker, passed as arguments.
package struct WorkerSettings: Equatable {
  package var layers: SandboxLayers
  /// The parent; the worker ends when its parent does.
  package var parent: pid_t

  var argument: String { "\(layers.rawValue):\(parent)" }
}

extension WorkerSettings {
  package init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let layers = UInt8(parts[0]),
      let parent = pid_t(parts[1])
    else { return nil }
    self.init(layers: SandboxLayers(rawValue: layers), parent: parent)
  }
}
