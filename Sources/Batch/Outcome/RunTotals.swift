import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// The counts of a run, for its last line, its last event and its status.
struct RunTotals: Sendable, Equatable {
  var files = 0
  var decoded = 0
  var drawn = 0
  var written = 0
  var unwritten = OmittedCaptions()
  /// Recordings without new pictures.
  var unchanged = 0
  /// Recordings that end before they should.
  var incomplete = 0
  /// Recordings with gaps.
  var damaged = 0
  /// Recordings that are incomplete, damaged or both.
  // Counted apart, since the sum of the two counts a recording with both twice.
  var lossy = 0
  var silent = 0
  /// Recordings with other tags than at the last scan, but the same size and time.
  var retagged = 0
  /// Recordings whose pictures lack the requested art, by reason.
  var plain: [CoverFault: Int] = [:]
  /// Recordings that have pictures but lack requested data.
  var lackingData = 0
  var unsupported = 0
  /// Unsupported recordings that ffmpeg might read.
  var waitingForFFmpeg = 0
  /// Recordings that ffmpeg decoded for this run, or for an earlier one that cached them.
  var readByFFmpeg = 0
  /// Recordings whose pictures stay listed, because the ffmpeg that decoded them is missing.
  var keptWithoutFFmpeg = 0
  var failed = 0
  /// Recordings that failed or lack data as the last manifest has it already.
  private var knownFaults = 0
  /// Recordings that only count as failed with `--strict`, as the last manifest has it already.
  private var knownRemarks = 0
  var stale = 0
  /// Recordings that the manifest lists but that are gone.
  var gone = 0
  var deleted = 0
  /// The size of the pictures of the recordings that were drawn.
  var bytesWritten = 0
  var linkedFoldersNotEntered = 0
  /// Recordings that changed too recently.
  var waiting = 0
  /// Listed paths that a crawl passes over.
  var passedOver = 0
  /// Listed paths that do not exist.
  var absent = 0
  /// Files that were skipped because their names have no extension.
  var withoutExtension = 0
  var secondsDecoded = 0.0
  var elapsedSeconds = 0.0

  mutating func count(_ result: RecordingResult) {
    files += 1
    if result.isGone {
      gone += 1
      stale += 1
      return
    }
    countWork(result)
    countFFmpeg(result)
    if result.isStale {
      stale += 1
    }
    if result.hiddenChange == .tags {
      retagged += 1
    }
    switch result.status {
    case .unsupported:
      unsupported += 1
      if result.isKnownFailure {
        knownRemarks += 1
      }
    case .failed:
      failed += 1
      if result.isKnownFailure {
        knownFaults += 1
      }
    case .ok: countDrawn(result)
    }
  }

  /// Counts the files written for a recording, and whether it was decoded.
  private mutating func countWork(_ result: RecordingResult) {
    written += result.written
    if result.written > 0 {
      for picture in result.entry.pictures {
        bytesWritten = bytesWritten.addingClamped(picture.file.bytes)
      }
    }
    unwritten += result.omittedCaptions
    if result.source == .decoded {
      decoded += 1
    }
  }

  private mutating func countFFmpeg(_ result: RecordingResult) {
    if result.problem?.waitsForFFmpeg ?? false {
      waitingForFFmpeg += 1
    }
    if result.facts?.isByFFmpeg ?? false {
      readByFFmpeg += 1
    }
    if result.isForMissingFFmpeg {
      keptWithoutFFmpeg += 1
    }
  }

  private mutating func countDrawn(_ result: RecordingResult) {
    if result.written > 0 {
      drawn += 1
    } else {
      unchanged += 1
    }
    countDamage(result)
    if result.facts?.isSilent ?? false {
      silent += 1
    }
    if result.entry.lacksData {
      lackingData += 1
      if result.isUnchanged {
        knownFaults += 1
      }
    }
    if let fault = result.facts?.cover?.fault {
      plain[fault, default: 0] += 1
    }
  }

  private mutating func countDamage(_ result: RecordingResult) {
    guard let damage = result.facts?.damage, !damage.isEmpty else { return }
    lossy += 1
    if result.isUnchanged {
      knownRemarks += 1
    }
    if damage.truncated {
      incomplete += 1
    }
    if damage.gaps != nil {
      damaged += 1
    }
  }

  /// Counts an unchanged recording that is not reported.
  // From its record, whose entry need not be read for that: most recordings of most runs are unchanged.
  mutating func countUnchanged(_ record: PackedRecord) {
    files += 1
    unchanged += 1
    if record.flags.contains(.silent) {
      silent += 1
    }
    if let fault = record.coverFault {
      plain[fault, default: 0] += 1
    }
  }

  // A check asks first whether the outputs are up to date. Where they are, failed recordings count.
  func exitStatus(_ options: ScanOptions) -> ExitStatus {
    if options.onlyChecks, stale > 0 { return .stale }
    var faults = failed + lackingData
    var remarks = unsupported + lossy
    if options.sparesKnownFailures {
      faults -= knownFaults
      remarks -= knownRemarks
    }
    if faults > 0 || (options.isStrict && remarks > 0) { return .someFailed }
    return .success
  }
}
