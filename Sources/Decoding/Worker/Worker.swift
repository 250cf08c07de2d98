import CSandbox
package import Glibc

/// A worker, from the side of its parent.
package struct Worker: Sendable {
  package let channel: WorkerChannel
  package let process: pid_t
  /// The reported layers, and the error number of each in the order of `SandboxLayers.names`.
  package let active: SandboxLayers
  package let refused: [CInt]
  package var recordings = 0
  /// How much of its life it has spent on them.
  var shares = 0
  var resident: Int64 = 0
}
