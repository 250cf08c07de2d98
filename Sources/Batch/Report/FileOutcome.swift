/// What became of one recording.
public enum OutcomeStatus: String, Sendable {
  case ok
  case failed
  case unsupported
}

/// Where the picture of a recording comes from, cheapest first.
public enum OutcomeSource: String, Sendable {
  /// Nothing was opened, nothing was written.
  case unchanged
  /// The content proved to be the same.
  case digest
  /// Drawn from a cached summary.
  case summary
  case decoded
}

/// What a run did about one path, as far as words are concerned.
public struct FileOutcome: Sendable {
  /// The path in the library, as bytes.
  public var path: [UInt8]
  public var source: OutcomeSource?
  public var problem: FileProblem?
  /// The problem is known from an earlier run.
  public var isRemembered = false
  public var isTruncated = false
  public var isSilent = false
  /// Pictures and data files written, or in a dry run to be written.
  public var written = 0
  /// In a check: something is missing or stale.
  public var isStale = false

  public init(path: [UInt8], source: OutcomeSource?, problem: FileProblem? = nil) {
    self.path = path
    self.source = source
    self.problem = problem
  }

  public var status: OutcomeStatus { problem?.status ?? .ok }
}

/// How far a run is.
public struct RunProgress: Sendable {
  public var filesFound = 0
  public var filesDone = 0
  public var filesFailed = 0
  public var secondsDecoded = 0.0
  /// Of the recordings that cost work: those that prove unchanged count in neither.
  public var bytesDone = 0
  public var bytesFound = 0
  public var elapsedSeconds = 0.0
  /// There may be more files than were found so far.
  public var isCrawling = true
  /// One recording was asked for: there are no files to count.
  public var isOfOneRecording = false

  public init() {}
}

/// What a whole run did.
public struct RunTotals: Sendable, Equatable {
  public var files = 0
  /// Recordings whose measurement was decoded.
  public var decoded = 0
  /// Recordings of which something was drawn.
  public var drawn = 0
  /// Pictures and data files written.
  public var written = 0
  /// Recordings of which nothing had to be drawn.
  public var unchanged = 0
  public var truncated = 0
  public var silent = 0
  public var unsupported = 0
  /// Those of them that `--ffmpeg` might read.
  public var waitingForFFmpeg = 0
  public var failed = 0
  public var stale = 0
  public var deleted = 0
  public var linkedFoldersNotEntered = 0
  public var secondsDecoded = 0.0
  public var elapsedSeconds = 0.0

  public init() {}

  /// Adds one recording to the counts.
  public mutating func count(_ outcome: FileOutcome) {
    files += 1
    written += outcome.written
    if outcome.source == .decoded { decoded += 1 }
    if outcome.isStale { stale += 1 }
    if outcome.problem?.waitsForFFmpeg ?? false { waitingForFFmpeg += 1 }
    switch outcome.status {
    case .unsupported: unsupported += 1
    case .failed: failed += 1
    case .ok:
      if outcome.written > 0 { drawn += 1 } else { unchanged += 1 }
      if outcome.isTruncated { truncated += 1 }
      if outcome.isSilent { silent += 1 }
    }
  }

  /// How the command ends after a run that came to its end.
  public func exitStatus(isStrict: Bool, onlyChecks: Bool) -> ExitStatus {
    if onlyChecks, stale > 0 { return .stale }
    return failed > 0 || (isStrict && unsupported > 0) ? .someFailed : .success
  }
}
