package import WavethumbOptions

/// The number of recordings by result.
// In the head of the manifest, before any entry: a reader of a million entries sees them at once.
package struct ManifestCounts: Equatable {
  package var ok = 0
  package var failed = 0
  package var unsupported = 0

  /// Not reached, because the run was stopped.
  package var pending = 0

  package init(ok: Int = 0, failed: Int = 0, unsupported: Int = 0, pending: Int = 0) {
    self.ok = ok
    self.failed = failed
    self.unsupported = unsupported
    self.pending = pending
  }

  // A sum and not one more count, which could differ from the others.
  package var files: Int { ok + failed + unsupported + pending }

  package mutating func count(_ status: OutcomeStatus) {
    switch status {
    case .ok: ok += 1
    case .failed: failed += 1
    case .unsupported: unsupported += 1
    }
  }

  package mutating func add(_ others: ManifestCounts) {
    ok += others.ok
    failed += others.failed
    unsupported += others.unsupported
    pending += others.pending
  }
}
