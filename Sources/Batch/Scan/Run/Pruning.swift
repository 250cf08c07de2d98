import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Deletes the pictures of recordings that are gone, and only those: an unmounted disk looks like
/// an empty library.
// Nothing is deleted unless `--prune` is given, and then only a file that is ours, that no manifest
// lists, and whose recording cannot be on a disk that is missing. A picture too many costs nothing;
// a library drawn anew costs hours.
extension ScanRun {
  /// Deletes the files of recordings that are gone, or reports what would be deleted, and returns
  /// their number.
  ///
  /// `isListed` returns whether the manifest of this run lists a path of the output. Without the
  /// records of this run, a recording that was moved counts as gone.
  func prune(
    listing: LibraryListing,
    previous: PreviousRun,
    records: RunRecords? = nil,
    context: ScanContext,
    isListed: (RawPath) -> Bool
  ) throws(SystemFailure) -> Int {
    let output = context.output
    let missing = MissingRecordings(
      listing: listing,
      previous: previous,
      context: context,
      options: options
    )
    let isOfOther = reportsOtherLibrary(previous, missing: missing, records: records)
    if isOfOther { return 0 }
    let inventory = try OutputInventory(output.folder, except: isListed)
    // Only files that may be deleted are opened to check whether they are ours.
    let candidates = inventory.unlisted.filter { path in
      mayBeDeleted(path, by: missing) && output.isDisposable(path)
    }
    let (deletable, alarming) = judge(candidates, by: missing)
    // All are counted before the first is deleted: a picture that is gone does not come back when the
    // hundredth shows that something is wrong.
    if alarming > 0, !options.redoesAll {
      let all = inventory.listed + inventory.unlisted.count { path in output.isDisposable(path) }
      // More than half at once is more often a mistake than a wish (also a guess); `--force` says
      // that it is one.
      if alarming * 2 > all {
        report.say(.pruneTooMuch(doomed: deletable.count, of: all))
        return 0
      }
    }
    return try delete(deletable, from: output)
  }

  /// Deletes files, or in a dry run only reports them, and returns their number.
  private func delete(
    _ paths: [RawPath],
    from output: OutputFolder
  ) throws(SystemFailure) -> Int {
    var deleted = 0
    for path in paths {
      if !options.isDryRun, try !output.delete(path) { continue }
      deleted += 1
      report.deleted(path.bytes)
    }
    return deleted
  }

  /// Returns whether another library may have its pictures in the output, and reports it.
  private func reportsOtherLibrary(
    _ previous: PreviousRun,
    missing: MissingRecordings,
    records: RunRecords?
  ) -> Bool {
    guard !options.redoesAll, let known = previous.listedByOthers else { return false }
    let found = Self.count(of: known, foundBy: missing, or: records)
    // Half is a guess: one library keeps more than half of its recordings between two scans, and
    // two libraries share fewer.
    if found * 2 >= known.count { return false }
    report.say(.pruneOtherLibrary(found: found, of: known.count))
    return true
  }

  /// Returns how many recordings of a manifest this run has, by path or by content.
  ///
  /// A scan of another library may have written the last manifest and its pictures. Nothing in an
  /// output names its library, as both may be moved; only the sightings in the cache prove that the
  /// last scan was one of this library. A library in which folders were renamed still has the
  /// content of its recordings.
  private static func count(
    of known: LedgerRecords,
    foundBy missing: MissingRecordings,
    or records: RunRecords?
  ) -> Int {
    let contents = records.map(contents) ?? []
    var found = 0
    known.forEach { path, record in
      let isMoved = record.digest.map(contents.contains) ?? false
      if isMoved || missing.isKnown(path) {
        found += 1
      }
      return true
    }
    return found
  }

  private static func contents(of records: RunRecords) -> Set<ContentDigest> {
    var contents: Set<ContentDigest> = []
    for number in 0..<records.count {
      if let digest = records.record(number).digest {
        contents.insert(digest)
      }
    }
    return contents
  }

  /// Reports how many files of recordings that were not found are kept, and returns whether none is;
  /// without looking for any, it returns false.
  func reportLeftovers(
    listing: LibraryListing,
    previous: PreviousRun,
    context: ScanContext,
    except isListed: (RawPath) -> Bool
  ) -> Bool {
    // Looking reads the whole output: a quarter of an unchanged run.
    if previous.hasNoLeftovers { return true }
    guard options.verbosity != .quiet else { return false }
    let output = context.output
    let missing = MissingRecordings(
      listing: listing,
      previous: previous,
      context: context,
      options: options
    )
    do throws(SystemFailure) {
      let inventory = try OutputInventory(output.folder) { path in
        // Other files may be those of other options.
        if isListed(path) { return true }
        guard let recording = OutputInventory.recording(of: path) else { return true }
        return missing.isThere(recording)
      }
      let count = inventory.unlisted.count { path in output.isDisposable(path) }
      if count > 0 {
        report.say(.filesLeft(count))
      }
      return count == 0
    } catch {
      // A folder of the output that cannot be read was not made by a scan.
      return false
    }
  }

  /// Whether the options ask for the file to be deleted, if it is ours and its recording is gone.
  private func mayBeDeleted(_ path: RawPath, by missing: MissingRecordings) -> Bool {
    if options.prune == .unlisted { return true }
    // A shortened name does not contain its recording, so only `--prune=unlisted` deletes its
    // picture.
    guard let recording = OutputInventory.recording(of: path) else { return false }
    return !missing.isThere(recording)
  }

  /// Excludes pictures of folders whose recordings may be on an unmounted disk.
  ///
  /// `alarming` counts the deletions that together may not exceed half of all pictures: with
  /// `--prune=unlisted` those of recordings not proven to be gone, otherwise all.
  private func judge(
    _ candidates: [RawPath],
    by missing: MissingRecordings
  ) -> (deletable: [RawPath], alarming: Int) {
    var deletable: [RawPath] = []
    var alarming = 0
    var spared: Set<PruneGuard.Doubt> = []
    for path in candidates {
      let verdict = missing.verdict(on: path)
      if case .doubted(let doubt) = verdict {
        spared.insert(doubt)
        continue
      }
      deletable.append(path)
      // Somebody who changes the style makes all old pictures unlisted at once, which is no alarm;
      // that half of the recordings are gone is one.
      if options.prune == .vanished || verdict == .likely {
        alarming += 1
      }
    }
    // Sorted, since a set has another order in every run.
    let doubts = spared.sorted { one, other in one.folder < other.folder }
    for doubt in doubts {
      report.say(.pruneSpared(doubt))
    }
    return (deletable, alarming)
  }
}
