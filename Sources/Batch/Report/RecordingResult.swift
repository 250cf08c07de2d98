package import Bytes
package import Library
package import System

/// Where the outputs of a recording come from, cheapest first.
package enum OutcomeSource: String, Sendable {
  /// Nothing was opened or written.
  case unchanged
  /// The content has the same digest.
  case digest
  /// Drawn from a cached summary.
  case summary
  case decoded
}

/// What a run did about one recording.
package struct RecordingResult: Sendable {
  /// The entry of the manifest; of one that has not changed only what the index knows.
  package var entry: ManifestEntry
  /// The text of the entry; empty if the entry of the last manifest stays.
  package var text: [UInt8] = []
  /// Nil if nothing was made.
  package var source: OutcomeSource?
  /// Pictures and data files written, or in a dry run to be written.
  package var written = 0
  package var secondsDecoded = 0.0
  package var omittedCaptions = OmittedCaptions()
  /// One processor had to decode it alone, though it is long and others were idle.
  package var isIndivisible = false
  /// The problem is known from an earlier run.
  package var isRemembered = false
  /// The last manifest lists the same failure of the same content.
  package var isKnownFailure = false
  /// In a check: why its files are missing or stale.
  package var staleReason: StaleReason?
  /// Nil if the file was not opened.
  package var identity: FileIdentity?

  package init(_ entry: ManifestEntry, source: OutcomeSource?) {
    (self.entry, self.source) = (entry, source)
  }

  package init(
    _ path: RawPath, _ problem: FileProblem, _ identity: FileIdentity? = nil,
    _ digest: ContentDigest? = nil
  ) {
    entry = ManifestEntry(
      path: path, bytes: identity.map { Int($0.size) }, digest: digest,
      content: .failed(RememberedProblem(problem)))
    self.identity = identity
  }

  package var path: RawPath { entry.path }
  package var made: ManifestEntry.Made? { entry.made }
  package var problem: RememberedProblem? { entry.problem }
  package var status: OutcomeStatus { entry.status ?? .ok }

  package var isStale: Bool { staleReason != nil }

  /// In a check: the manifest still lists it.
  package var isGone: Bool { entry.content == .pending }

  /// Why it lacks pictures or data that were asked for.
  package var shortfall: RememberedProblem? {
    problem ?? (entry.lacksData ? RememberedProblem(.tooManyChannels) : nil)
  }

  /// Whether an earlier run has reported everything about it.
  package var isUnchanged: Bool {
    switch source {
    case .unchanged, .digest: true
    case .summary, .decoded, nil: false
    }
  }
}
