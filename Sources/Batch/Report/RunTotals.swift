package import Library

/// The progress of a run.
package struct RunProgress: Sendable {
  package var filesFound = 0
  package var filesDone = 0
  package var filesFailed = 0
  package var secondsDecoded = 0.0
  /// The cost of completed and of all known work; recordings in progress count in part.
  package var workDone = 0.0
  package var workFound = 0.0
  package var elapsedSeconds = 0.0
  /// Until all is done, or nil if unknown.
  package var secondsLeft: Double?
  /// Set while the run draws more than it decodes.
  package var picturesPerSecond: Double?
  /// Whether more files may still be found.
  package var isCrawling = true
  /// Whether this is a single recording, without files to count.
  package var isOfOneRecording = false

  package init() {}
}

/// The counts of a whole run.
package struct RunTotals: Sendable, Equatable {
  package var files = 0
  package var decoded = 0
  package var drawn = 0
  package var written = 0
  package var unwritten = OmittedCaptions()
  /// Recordings without new pictures.
  package var unchanged = 0
  /// Recordings that end before they should.
  package var incomplete = 0
  package var damaged = 0
  /// Recordings of either kind, and those of them that the last manifest tells of already.
  package var lossy = 0
  package var lossyAsKnown = 0
  package var silent = 0
  /// Recordings whose pictures lack the requested art, by reason.
  package var plain: [CoverFault: Int] = [:]
  /// Recordings that have pictures but lack requested data.
  package var lackingData = 0
  package var unsupported = 0
  /// Unsupported recordings that `--ffmpeg` might read.
  package var waitingForFFmpeg = 0
  package var failed = 0
  /// Failed and unsupported recordings that the last manifest lists already.
  package var failedAsKnown = 0
  package var unsupportedAsKnown = 0
  package var lackingDataAsKnown = 0
  package var stale = 0
  /// Recordings that the manifest lists but that are gone.
  package var gone = 0
  package var deleted = 0
  /// The size of the pictures of the recordings that were drawn.
  package var bytesWritten = 0
  package var linkedFoldersNotEntered = 0
  /// Files that were skipped because their names have no extension.
  package var withoutExtension = 0
  package var secondsDecoded = 0.0
  package var elapsedSeconds = 0.0

  package init() {}

  package mutating func count(_ result: RecordingResult) {
    files += 1
    if result.isGone {
      gone += 1
      stale += 1
      return
    }
    written += result.written
    if result.written > 0 {
      bytesWritten += result.entry.pictures.reduce(0) { $0 + $1.file.bytes }
    }
    unwritten += result.omittedCaptions
    if result.source == .decoded { decoded += 1 }
    if result.isStale { stale += 1 }
    if result.problem?.waitsForFFmpeg ?? false { waitingForFFmpeg += 1 }
    switch result.status {
    case .unsupported:
      unsupported += 1
      if result.isKnownFailure { unsupportedAsKnown += 1 }
    case .failed:
      failed += 1
      if result.isKnownFailure { failedAsKnown += 1 }
    case .ok:
      if result.written > 0 { drawn += 1 } else { unchanged += 1 }
      countDamage(result)
      if result.made?.isSilent ?? false { silent += 1 }
      if result.entry.lacksData {
        lackingData += 1
        if result.isUnchanged { lackingDataAsKnown += 1 }
      }
      if let fault = result.made?.cover?.fault { plain[fault, default: 0] += 1 }
    }
  }

  private mutating func countDamage(_ result: RecordingResult) {
    guard let damage = result.made?.damage, !damage.isEmpty else { return }
    lossy += 1
    if result.isUnchanged { lossyAsKnown += 1 }
    if damage.truncated { incomplete += 1 }
    if damage.gaps != nil { damaged += 1 }
  }

  mutating func countUnchanged() {
    files += 1
    unchanged += 1
  }

  package func exitStatus(
    isStrict: Bool, onlyChecks: Bool, sparesKnownFailures: Bool = false
  ) -> ExitStatus {
    if onlyChecks, stale > 0 { return .stale }
    let failed = sparesKnownFailures ? failed - failedAsKnown : failed
    let unsupported = sparesKnownFailures ? unsupported - unsupportedAsKnown : unsupported
    let lackingData = sparesKnownFailures ? lackingData - lackingDataAsKnown : lackingData
    let lossy = sparesKnownFailures ? lossy - lossyAsKnown : lossy
    let isShort = failed > 0 || lackingData > 0
    return isShort || (isStrict && unsupported + lossy > 0) ? .someFailed : .success
  }

  func exitStatus(_ options: ScanOptions) -> ExitStatus {
    exitStatus(
      isStrict: options.isStrict, onlyChecks: options.onlyChecks,
      sparesKnownFailures: options.knownFailures == .ok)
  }
}
