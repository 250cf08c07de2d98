import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// How a recording differs from the last scan although its size and time of modification do not.
enum HiddenChange: String, Sendable {
  /// Its tags are the same: a disk or a program may have damaged it.
  case content
  /// Its tags differ: a program that keeps the time has written them.
  case tags
}

/// The result of one recording in a run.
struct RecordingResult: Sendable {
  /// The entry of the manifest; of an unchanged recording only what its record knows.
  var entry: ManifestEntry
  /// The entry of the last run, which the manifest keeps and marks as stale if no decoder started.
  // A decoder that does not start says nothing about the recording, whose pictures are still the best
  // there are.
  var kept: ManifestEntry?
  /// The text of the entry; empty if the entry of the last manifest stays.
  var text: [UInt8] = []
  /// Nil if nothing was made.
  var source: OutcomeSource?
  /// Pictures and data files written, or in a dry run to be written.
  var written = 0
  /// The files that were written, without those that were up to date.
  var outputs: [ListedFile] = []
  var secondsDecoded = 0.0
  var omittedCaptions = OmittedCaptions()
  /// Its pictures stay listed, because the ffmpeg that decoded it is missing.
  var isForMissingFFmpeg = false
  /// One processor had to decode it alone, although it is long and others were idle.
  var isIndivisible = false
  /// The problem is known from an earlier run.
  var isRemembered = false
  /// The last manifest lists the same failure of the same content.
  var isKnownFailure = false
  /// Nil if the recording is unchanged, or if its size or time shows the change.
  var hiddenChange: HiddenChange?
  /// In a check: why its files are missing or stale.
  var staleReason: StaleReason?
  /// Nil if the file was not opened.
  var identity: FileIdentity?

  init(_ entry: ManifestEntry, source: OutcomeSource?) {
    self.entry = entry
    self.source = source
  }

  init(
    _ path: RawPath,
    _ problem: FileProblem,
    identity: FileIdentity? = nil,
    digest: ContentDigest? = nil
  ) {
    entry = ManifestEntry(
      path: path,
      bytes: identity.map { identity in Int(identity.size) },
      digest: digest,
      content: .failed(ManifestProblem(problem))
    )
    self.identity = identity
  }

  /// Creates the result of a failure that the cache remembers, or will if another run meets it again.
  init(
    _ path: RawPath,
    _ failure: CachedFailure,
    identity: FileIdentity,
    digest: ContentDigest
  ) {
    self.init(path, .decoding(failure.failure), identity: identity, digest: digest)
    guard var problem else { return }
    problem.isContentFault = failure.isRemembered
    problem.retryAfter = failure.retryAfter
    entry.content = .failed(problem)
  }

  var path: RawPath { entry.path }
  var facts: ManifestEntry.Facts? { entry.facts }
  var problem: ManifestProblem? { entry.problem }
  // Only a recording that is gone has an entry without a status, and it is counted as gone before.
  var status: OutcomeStatus { entry.status ?? .ok }
  var isStale: Bool { staleReason != nil }

  /// In a check: the manifest still lists it.
  var isGone: Bool { entry.content == .pending }

  /// Why it lacks pictures or data that were asked for.
  var shortfall: ManifestProblem? {
    if let problem { return problem }
    guard entry.lacksData else { return nil }
    return ManifestProblem(.tooManyChannels)
  }

  /// Whether an earlier run has reported everything about it.
  // Also by its digest: a copy under a new name has the content of a recording that was reported.
  var isUnchanged: Bool { source == .unchanged || source == .digest }
}

/// Where the outputs of a recording come from, cheapest first.
// What the user pays for: a file is not opened, read, drawn, or decoded.
// The raw values are members of the events of `--json`.
enum OutcomeSource: String, Sendable {
  /// Nothing was opened or written.
  case unchanged
  /// The content has the same digest.
  case digest
  /// Drawn from a cached summary.
  case summary
  case decoded
}

/// Why a check finds a recording stale.
// The raw values follow a number: `3 with missing or damaged files`.
enum StaleReason: String, CaseIterable, Sendable {
  /// The last scan did not know it.
  case new
  case changed
  case otherOptions = "made with other options"
  /// Unsupported at the last scan, and decoded by the ffmpeg of this machine.
  case readableNow = "that ffmpeg can read now"
  case damagedFiles = "with missing or damaged files"
  case gone
  /// Not a recording: index.html.
  case page = "out-of-date page"

  /// How many recordings are stale for each reason, and the options that differ from those of the
  /// last scan.
  static func message(_ counts: [StaleReason: Int], differing options: [String]) -> String {
    // Other settings with the same options are those of another version.
    let isOtherVersion = options.isEmpty
    let which = isOtherVersion ? "another version of wavethumb" : options.joined(separator: ", ")
    var parts: [String] = []
    // In the order of the cases, since a dictionary has another in every run.
    for reason in allCases {
      guard let count = counts[reason] else { continue }
      var part = "\(Numerals.grouped(count)) \(reason.rawValue)"
      if reason == .otherOptions {
        part += " (\(which))"
      }
      parts.append(part)
    }
    return parts.joined(separator: ", ")
  }
}
