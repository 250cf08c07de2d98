import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Deletes the files of recordings that are gone, and only those: an unmounted disk looks like an empty
/// library.
///
/// A file is deleted if it is ours, if the manifest does not list it, and if its recording is absent: the
/// library has no file of that path, whatever options exclude. The nearest existing folder of the recording
/// must have been read, and must still hold a recording. At most half of all files of ours may go, counted
/// before the first is deleted.
// A picture too many costs a few kilobytes; a library drawn anew costs hours.
struct Pruning {
  private enum Verdict {
    /// The library has a file of that path.
    case present
    case absent
    case doubted(PruneGuard.Doubt)
  }

  private let options: ScanOptions
  private let report: Report
  private let context: ScanContext
  private let previous: PreviousRun
  private let pruneGuard: PruneGuard

  init(
    _ options: ScanOptions,
    report: Report,
    context: ScanContext,
    listing: LibraryListing,
    previous: PreviousRun
  ) {
    self.options = options
    self.report = report
    self.context = context
    self.previous = previous
    pruneGuard = PruneGuard(listing.folders)
  }

  /// Deletes files, or in a dry run only reports them, and returns their number.
  ///
  /// `isListed` returns whether the manifest of this run lists a path of the output.
  func perform(except isListed: (RawPath) -> Bool) throws(SystemFailure) -> Int {
    let output = context.output
    let inventory = try OutputInventory(output.folder, except: isListed)
    // Without a ledger nothing is known of the output, and it may be anybody's.
    guard previous.facts != nil else {
      if !inventory.unlisted.isEmpty {
        report.say(.pruneWithoutLedger)
      }
      return 0
    }

    var deletable: [RawPath] = []
    var absent = 0
    var spared: Set<PruneGuard.Doubt> = []
    for file in inventory.unlisted {
      let verdict = verdict(on: file)
      // Only files that may be deleted are opened to check whether they are ours.
      if case .present = verdict, options.prune != .unlisted { continue }
      guard output.isDisposable(file) else { continue }
      switch verdict {
      case .present: deletable.append(file)
      case .absent:
        deletable.append(file)
        absent += 1
      case .doubted(let doubt): spared.insert(doubt)
      }
    }
    // Sorted, since a set has another order in every run.
    for doubt in spared.sorted(by: { one, other in one.folder < other.folder }) {
      report.say(.pruneSpared(doubt))
    }
    // Somebody who changes the style makes all old pictures unlisted at once, which is no alarm; that half
    // of the recordings are gone is one.
    if absent > 0, !options.redoesAll {
      let all = inventory.listed + inventory.unlisted.count(where: output.isDisposable)
      if absent * 2 > all {
        report.say(.pruneTooMuch(doomed: absent, of: all))
        return 0
      }
    }
    return try delete(deletable, from: output)
  }

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

  /// Reports how many files of recordings that are absent are kept, and returns whether none is; without
  /// looking for any, it returns false.
  func reportLeftovers(except isListed: (RawPath) -> Bool) -> Bool {
    // Looking reads the whole output: a quarter of an unchanged run.
    if previous.hasNoLeftovers { return true }
    guard options.verbosity != .quiet else { return false }
    let output = context.output
    do throws(SystemFailure) {
      let inventory = try OutputInventory(output.folder, except: isListed)
      let count = inventory.unlisted.count { file in
        // Files of recordings that are there may be those of other options.
        guard let recording = OutputInventory.recording(of: file) else { return false }
        if context.library.has(recording) { return false }
        return output.isDisposable(file)
      }
      if count > 0 {
        report.say(.filesLeft(count))
      }
      return count == 0
    } catch {
      // A folder of the output that cannot be read was not made by a scan.
      return false
    }
  }

  /// Judges the recording of a file in the output.
  private func verdict(on file: RawPath) -> Verdict {
    let recording = OutputInventory.recording(of: file)
    // A shortened name does not contain its recording, so only `--prune=unlisted` deletes its picture.
    if recording == nil, options.prune != .unlisted { return .present }
    let path = recording ?? file
    do throws(SystemFailure) {
      let found = try context.library.status(of: path, followingLinks: false)
      if found.kind == .link {
        // Where a dangling link leads to, nobody can say.
        _ = try context.library.status(of: path)
      }
      return .present
    } catch {
      let isLink = context.library.has(path)
      if isLink || !error.isMissing { return .doubted(.unreadableFolder(path)) }
    }
    if let hidden = hiddenFolder(above: path) { return .doubted(.unreadableFolder(hidden)) }
    let doubt = pruneGuard.doubt(path, device: previous.folderDevice(of: path))
    switch doubt {
    case nil: return .absent
    // With `--force` the user has checked the folder.
    case .emptiedFolder? where options.redoesAll: return .absent
    case let doubt?: return .doubted(doubt)
    }
  }

  /// Returns a parent of a recording that exists and that the crawl did not enter: an excluded folder, a
  /// link that is not followed, or a dangling link.
  private func hiddenFolder(above recording: RawPath) -> RawPath? {
    let nearest = pruneGuard.nearestFolder(to: recording)
    let folders = recording.steps.dropLast().map { step in RawPath(bytes: Array(step)) }
    let depth = nearest.isEmpty ? 0 : nearest.steps.count
    guard depth < folders.count else { return nil }
    let next = nearest.isEmpty ? folders[depth] : nearest.appending(folders[depth])
    return context.library.has(next) ? next : nil
  }
}

extension Folder {
  /// Whether anything of that name is there, also a link that leads nowhere.
  fileprivate func has(_ path: RawPath) -> Bool {
    do throws(SystemFailure) {
      return try statusIfPresent(of: path) != nil
    } catch {
      // What cannot be looked at may be there.
      return true
    }
  }
}
