import CSandbox

/// What is freed stays with the process for what is needed next.
package enum FreedMemory {
  /// Keeps what one picture gives back for the next, which needs as much.
  package static func keep() {
    sandbox_keep_memory(megabytes)
  }

  private static let megabytes: CInt = 8
}
