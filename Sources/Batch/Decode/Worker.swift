import Glibc

/// A worker as its parent knows it.
struct Worker: Sendable {
  let channel: WorkerChannel
  let process: pid_t
  /// Which walls it says to have raised, and the errno of each in the order of `WorkerLayers.names`.
  let held: WorkerLayers
  let refused: [CInt]
  var recordings = 0
  var resident: Int64 = 0
}
