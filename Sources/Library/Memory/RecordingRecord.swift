package import Bytes
import Decoding
package import System

/// Where the picture of a recording comes from, cheapest first.
package enum OutcomeSource: String, Sendable {
  /// Nothing was opened, nothing was written.
  case unchanged
  /// The content proved to be the same.
  case digest
  /// Drawn from a cached summary.
  case summary
  case decoded
}

/// What came of one recording: the same value from its job to the report, the manifest and the
/// memory of the run.
package struct RecordingRecord: Sendable, Equatable {
  /// What a recording with pictures has.
  package struct Made: Sendable, Equatable {
    /// The sizes of its pictures and data file, in the order of the settings.
    package var sizes: [UInt32] = []
    package var isTruncated = false
    package var isSilent = false
    /// Stands for the file beside it that its markers are from; 0 where there is none.
    package var markers: UInt64 = 0
    /// Stands for the art in its folder, where covers were asked for.
    package var cover: UInt64 = 0
    /// Why some or all of its pictures are without the art that was asked for.
    package var coverFault: CoverFault?
    /// Whether some of its data cannot be made: no file of ours is empty.
    package var lacksData: Bool { sizes.contains(0) }

    package init() {}
  }

  /// Where the recording's entry of the manifest is to be had.
  package enum Entry: Sendable, Equatable {
    /// As it stands in the last manifest.
    case kept(Range<Int>)
    case text([UInt8])
    /// In the entry store of the run.
    case stored(Range<Int>)
  }

  package var path: RawPath
  package var result: Result<Made, FileProblem>
  /// The sizes of the pictures that stand in for those it does not have.
  package var placeholders: [UInt32] = []
  /// Nothing where there is no picture, unless an earlier run told why.
  package var source: OutcomeSource?
  /// Pictures and data files written, or in a dry run to be written.
  package var written = 0
  /// One processor had to decode it alone, though it is long and others were idle.
  package var isIndivisible = false
  /// Captions that its new pictures leave out.
  package var unwritten = OmittedCaptions()
  /// The problem is known from an earlier run.
  package var isRemembered = false
  /// The last manifest tells of the same failure of the same content.
  package var isKnownFailure = false
  /// A run was stopped before it came to this recording, of which nothing is known.
  package var isPending = false
  /// In a check: something is missing or stale.
  package var isStale = false
  /// In a check: the manifest lists it still.
  package var isGone: Bool { isStale && source == nil && problem == nil }
  /// Its bytes; below 0 where that is not known.
  package var size: Int64 = -1
  /// Unknown where only the manifest is left, or the file could not be opened.
  package var identity: FileIdentity? {
    didSet { if let identity { size = identity.size } }
  }
  package var folderDevice: UInt64?
  package var digest: ContentDigest?
  /// The file was too new for its times to tell of a rewrite: a look at its content comes before
  /// trust.
  package var isYoung = false
  package var entry = Entry.text([])

  package init(_ path: RawPath, source: OutcomeSource?, problem: FileProblem? = nil) {
    self.path = path
    self.source = source
    result = problem.map { .failure($0) } ?? .success(Made())
  }

  package var problem: FileProblem? {
    if case .failure(let problem) = result { problem } else { nil }
  }

  package var made: Made? {
    if case .success(let made) = result { made } else { nil }
  }

  /// Why it has not all that was asked for: that it has nothing, or no data of some format.
  package var shortfall: FileProblem? {
    problem ?? (made?.lacksData ?? false ? .tooManyChannels : nil)
  }

  /// Whether a report names it though nothing about it is new.
  package var isRemarkable: Bool { shortfall != nil || made?.isTruncated ?? false }

  /// The sizes of all that was written for it.
  var sizes: [UInt32] { made?.sizes ?? placeholders }

  package var status: OutcomeStatus { problem?.status ?? .ok }
}

extension RecordingRecord {
  /// The same recording in a run that finds nothing about it changed.
  package func met(by source: OutcomeSource) -> RecordingRecord {
    var record = self
    record.source = source
    record.isRemembered = record.problem != nil
    record.isKnownFailure = record.problem?.isContentFault ?? false
    return record
  }

  /// Whether an earlier run has told all that there is to tell of it.
  package var isMetAgain: Bool {
    switch source {
    case .unchanged, .digest: true
    case .summary, .decoded, nil: false
    }
  }

  /// Whether the file is beyond doubt the one that was seen.
  package func isOfSameFile(_ now: FileIdentity, ignoringInode: Bool) -> Bool {
    guard let identity, !isYoung else { return false }
    return identity.matches(now, ignoringInode: ignoringInode)
  }

  /// Whether another try may end better though nothing has changed: the machine was at fault, or a
  /// limit is lifted.
  package func isWorthAnotherTry(with options: DecodeOptions) -> Bool {
    guard let problem else { return false }
    return !problem.isContentFault || (problem.limit?.isLifted(by: options) ?? false)
  }
}

extension RememberedProblem.Limit {
  /// Whether a run with these options allows more than this.
  func isLifted(by options: DecodeOptions) -> Bool {
    switch self {
    case .timeout(let seconds): options.timeoutSeconds > seconds
    case .memory(let megabytes): !Self.megabytes(allowedBy: options).contains(megabytes)
    case .duration(let hours): options.longestHours > hours
    case .work(let samples): options.mostSamplesPerByte > samples
    }
  }

  private static func megabytes(allowedBy options: DecodeOptions) -> [Int] {
    let ffmpeg = Int(FFmpegSandbox.memory >> 20)
    return options.isolation == .off ? [ffmpeg] : [ffmpeg, WorkerSandbox.memory >> 20]
  }
}
