package import Glibc

/// A worker, from the side of its parent.
package struct Worker: Sendable {
  package let channel: WorkerChannel
  package let process: pid_t
  /// The layers that it says to have set up, and the errno of each in the order of
  /// `SandboxLayers.names`.
  package let held: SandboxLayers
  package let refused: [CInt]
  package var recordings = 0
  var resident: Int64 = 0
}
