import Bytes
import System

/// What the last run left of one recording.
struct PastRecording: Sendable {
  /// Unknown where only the manifest is left.
  var identity: FileIdentity?
  var folderDevice: UInt64?
  /// The file was too new for its times to tell of a rewrite.
  var isYoung = false
  var bytes: Int64
  var digest: ContentDigest?
  var status: OutcomeStatus
  /// There is no sense in trying again while the content is the same.
  var isSettled: Bool
  /// Unless more is allowed than at its last try.
  var isLimited = false
  var isTruncated = false
  var isSilent = false
  /// Stands for the file beside it that its markers are from.
  var markers: UInt64 = 0
  /// Where it stands in the last manifest.
  var entry: Range<Int>
  /// The sizes of its pictures and data file.
  var sizes: [UInt32] = []

  /// What is reported of it where nothing has changed; why it failed stands in the manifest.
  func outcome(_ path: RawPath, source: OutcomeSource, problem: FileProblem?) -> FileOutcome {
    var outcome = FileOutcome(path: path.bytes, source: source, problem: problem)
    outcome.isRemembered = problem != nil
    outcome.isTruncated = isTruncated
    outcome.isSilent = isSilent
    return outcome
  }
}

extension PastRecording {
  private static let noDigest = ContentDigest(high: 0, low: 0)
  private static let statuses: [OutcomeStatus] = [.ok, .failed, .unsupported]

  private enum Note {
    static let truncated: UInt8 = 1
    static let silent: UInt8 = 2
    static let unsettled: UInt8 = 4
    static let limited: UInt8 = 8
  }

  /// Reads what `remembered` wrote.
  init?(_ file: RememberedFile, sizes: [UInt32]) {
    guard Int(file.status) < Self.statuses.count else { return nil }
    self.init(
      identity: file.identity, folderDevice: file.folderDevice, isYoung: file.isYoung,
      bytes: file.identity.size, digest: file.digest == Self.noDigest ? nil : file.digest,
      status: Self.statuses[Int(file.status)], isSettled: file.notes & Note.unsettled == 0,
      isLimited: file.notes & Note.limited != 0,
      isTruncated: file.notes & Note.truncated != 0, isSilent: file.notes & Note.silent != 0,
      entry: file.manifestEntry, sizes: sizes)
    markers = file.markers
  }

  /// The form that the next run's fast path reads; nil where the file's identity is not known.
  func remembered(at entry: Range<Int>) -> RememberedFile? {
    guard let identity, let status = Self.statuses.firstIndex(of: status) else { return nil }
    var notes: UInt8 = isTruncated ? Note.truncated : 0
    if isSilent { notes |= Note.silent }
    if !isSettled { notes |= Note.unsettled }
    if isLimited { notes |= Note.limited }
    return RememberedFile(
      identity: identity, folderDevice: folderDevice ?? identity.device,
      digest: digest ?? Self.noDigest, status: UInt8(status), notes: notes, isYoung: isYoung,
      markers: markers, manifestEntry: entry)
  }
}
